import { eventually } from '../eventually.ts';
import { notesOf } from './built-desktop.ts';
import type { DesktopHost } from './desktop-host.ts';
import { connectPage } from './desktop-page.ts';

/** Calls a procedure of the engine and gives its answer. */
export type EngineCall = (path: string, input?: unknown) => Promise<unknown>;

/** A page without a screen that calls procedures of the engine. */
export async function callOf(host: DesktopHost): Promise<EngineCall> {
  const { enginePort } = await connectPage(host);
  let calls = 0;
  return async (path, input) => {
    const id = String((calls += 1));
    const body = input === undefined ? {} : { json: input };
    host.send({
      type: 'port-message',
      port: enginePort,
      data: JSON.stringify({ i: id, p: { u: path, b: body } }),
    });
    const answer = await eventually(
      () =>
        notesOf(host, 'port-message')
          .filter(({ port }) => port === enginePort)
          .map(({ data }) => JSON.parse(String(data)))
          .find(({ i }) => i === id) ?? null,
    );
    return answer.p.b.json;
  };
}

/** Has the sample recording read and linted; gives what became of it. */
export async function lintSample(call: EngineCall): Promise<unknown> {
  const { id } = (await call('/contractHistory/addSample')) as { readonly id: string };
  return eventually(async () => {
    const { sources } = (await call('/contractHistory/state')) as {
      readonly sources: readonly { readonly id: string; readonly work: unknown }[];
    };
    return sources.find((source) => source.id === id && source.work === null) ?? null;
  });
}
