import type { DesktopPreferences, FromPage, ToPage } from '#shared/desktop/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import { createStore } from './store.ts';

/** The way to the desktop host, besides the engine's API. */
export interface DesktopPort {
  readonly send: (message: FromPage) => void;
  /** Calls the listener with each message of the host until the answer is called. */
  readonly listen: (listener: (message: ToPage) => void) => () => void;
}

/** Null in the web host, and until the desktop host has handed out the port. */
export const desktopPort = createStore<DesktopPort | null>(null);

/** The user's desktop application preferences; null until the host has sent them. */
export const desktopPreferences = createStore<DesktopPreferences | null>(null);

/** A newer version that the host has heard of. */
export const newerVersion = createStore<{ readonly version: string; readonly url: string } | null>(null);

/** True if this page is the window of the desktop application. */
export function isDesktop(): boolean {
  return globalThis.window?.gatehouse !== undefined;
}

/** Takes up a port of the desktop host. What it sends and is no known message is left alone. */
export function takeDesktopPort(port: MessagePort): void {
  const listeners = new Listeners<[message: ToPage]>();
  // Messages wait in the port until they can be checked.
  void import('#shared/desktop/messages.ts').then(({ toPageSchema }) => {
    port.addEventListener('message', ({ data }) => {
      const message = toPageSchema.safeParse(data);
      if (message.success) listeners.tell(message.data);
    });
    port.start();
  });
  desktopPort.set({
    send: (message) => port.postMessage(message),
    listen: listeners.add,
  });
}

let lastQuestion = 0;

/** Lets the person choose a folder in the dialog of the system; null where they chose none, or there is no such dialog. */
export function chooseFolder(title: string, directory: string): Promise<string | null> {
  const port = desktopPort.get();
  if (port === null) return Promise.resolve(null);
  lastQuestion += 1;
  const id = lastQuestion;
  return new Promise((resolve) => {
    const stop = port.listen((message) => {
      if (message.type !== 'folder' || message.id !== id) return;
      stop();
      resolve(message.directory);
    });
    port.send({ type: 'choose-folder', id, title, directory });
  });
}
