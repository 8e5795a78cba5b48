import type { MessagePort } from 'node:worker_threads';
import type { IpcMainEvent, MessageChannelMain, MessagePortMain, WebFrameMain } from 'electron';
import { isPage } from './session-policy.ts';

/** The one message that the page may send to the main process. */
export const connectChannel = 'gatehouse:connect';

/** Why a sender may not connect; null when it is the page's own main frame. */
export function refuseSender(frame: Pick<WebFrameMain, 'url' | 'parent'> | null): string | null {
  if (frame === null) return 'the frame no longer exists';
  if (frame.parent !== null) return 'the frame is a sub-frame';
  return isPage(frame.url) ? null : `the frame shows ${frame.url}`;
}

/** Joins a port of the page to a port of the engine; messages pass unread, closing passes too. */
export function joinPorts(page: MessagePortMain, engine: MessagePort): void {
  page.on('message', (event) => engine.postMessage(event.data));
  page.on('close', () => engine.close());
  engine.on('message', (message: unknown) => page.postMessage(message));
  engine.on('close', () => page.close());
  page.start();
}

export interface ConnectPorts {
  readonly makeChannel: () => MessageChannelMain;
  readonly connectEngine: () => MessagePort;
  /** Takes the host's end of the port over which page and main process talk. */
  readonly takePage: (port: MessagePortMain) => void;
  readonly refused: (why: string) => void;
}

/** Gives the page a port to the engine's API and one to this process, in this order, and nobody else. */
export function handleConnect(
  event: Pick<IpcMainEvent, 'senderFrame' | 'sender'>,
  ports: ConnectPorts,
): void {
  const why = refuseSender(event.senderFrame);
  if (why !== null) return ports.refused(why);
  const [engine, desktop] = [ports.makeChannel(), ports.makeChannel()];
  joinPorts(engine.port1, ports.connectEngine());
  ports.takePage(desktop.port1);
  event.sender.postMessage(connectChannel, null, [engine.port2, desktop.port2]);
}
