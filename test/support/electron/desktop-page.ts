import type { FromPage, ToPage } from '#shared/desktop/index.ts';
import { eventually } from '../eventually.ts';
import type { DesktopHost } from './desktop-host.ts';

type Told<T extends ToPage['type']> = Extract<ToPage, { type: T }>;

/** A page without a screen: the two ports, and what came on them. */
export interface DesktopPage {
  readonly enginePort: number;
  say(message: FromPage): void;
  /** Messages of the host so far. */
  told<T extends ToPage['type']>(type: T): readonly Told<T>[];
  /** The newest message of a type, once so many are there. */
  heard<T extends ToPage['type']>(type: T, count?: number): Promise<Told<T>>;
}

/** Asks for the ports as the page does. */
export async function connectPage(host: DesktopHost): Promise<DesktopPage> {
  const handedOut = () => host.notes.flatMap((note) => (note.type === 'to-page' ? [note.ports] : []));
  const before = handedOut().length;
  const frame = { url: 'gatehouse://app/', isMainFrame: true };
  await host.ask('ipc-send', { channel: 'gatehouse:connect', args: [], frame });
  const [enginePort = 0, port = 0] = await eventually(() => handedOut()[before] ?? null);
  const told = <T extends ToPage['type']>(type: T): readonly Told<T>[] =>
    host.notes
      .flatMap((note) => (note.type === 'port-message' && note.port === port ? [note.data as ToPage] : []))
      .filter((message): message is Told<T> => message.type === type);
  return {
    enginePort,
    say: (data) => host.send({ type: 'port-message', port, data }),
    told,
    heard: (type, count = 1) => eventually(() => told(type)[count - 1] ?? null),
  };
}
