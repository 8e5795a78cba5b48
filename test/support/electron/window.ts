import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { BrowserWindowConstructorOptions } from 'electron';
import { app, PreventableEvent, requireReady } from './app.ts';
import { answerAsk, note, receivePortMessages } from './link.ts';
import type { MessagePortMain } from './message-ports.ts';

type OpenHandler = (details: { readonly url: string }) => { readonly action: 'allow' | 'deny' };

const ports = new Map<number, MessagePortMain>();
let lastPort = 0;

class WebContents extends EventEmitter {
  /** Electron lets a page open windows as long as nobody says otherwise. */
  openHandler: OpenHandler = () => ({ action: 'allow' });

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  postMessage(channel: string, message: unknown, transfer: readonly MessagePortMain[] = []): void {
    const handedOver = transfer.map((port) => {
      const id = ++lastPort;
      ports.set(id, port);
      port.on('message', ({ data }: { data: unknown }) => note({ type: 'port-message', port: id, data }));
      port.on('close', () => {
        ports.delete(id);
        note({ type: 'port-closed', port: id });
      });
      return { id, port };
    });
    note({ type: 'to-page', channel, message, ports: handedOver.map(({ id }) => id) });
    for (const { port } of handedOver) port.start();
  }
}

const windows = new Set<BrowserWindow>();

/** Stands in for Electron's class; its page is whatever the test opens for the address that is loaded. */
export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents();
  #isMinimized = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    requireReady(true, 'BrowserWindow');
    windows.add(this);
    note({ type: 'window', options });
    app.emit('web-contents-created', {}, this.webContents);
  }

  loadURL(url: string): Promise<void> {
    note({ type: 'load', url });
    setImmediate(() => this.emit('ready-to-show'));
    return Promise.resolve();
  }

  show(): void {
    note({ type: 'window-act', act: 'show' });
  }

  focus(): void {
    note({ type: 'window-act', act: 'focus' });
  }

  restore(): void {
    this.#isMinimized = false;
    note({ type: 'window-act', act: 'restore' });
  }

  minimize(): void {
    this.#isMinimized = true;
  }

  isMinimized(): boolean {
    return this.#isMinimized;
  }

  close(): void {
    windows.delete(this);
    this.emit('closed');
    if (windows.size === 0) app.windowAllClosed();
  }
}

app.closeWindows = () => {
  for (const window of windows) window.close();
};

receivePortMessages((message) => {
  const port = ports.get(message.port);
  if (message.type === 'port-message') port?.postMessage(message.data);
  else port?.close();
});

export const ipcMain = new EventEmitter();

function theWindow(): BrowserWindow {
  const [window] = windows;
  if (window === undefined) throw new Error('There is no window.');
  return window;
}

answerAsk('ipc-send', ({ channel, args, frame }) => {
  const senderFrame =
    frame === null ? null : { url: frame.url, parent: frame.isMainFrame ? null : { url: frame.url } };
  ipcMain.emit(channel, { senderFrame, sender: theWindow().webContents, ports: [] }, ...args);
  return null;
});

answerAsk('navigation', ({ event, url, isMainFrame }) => {
  const details = Object.assign(new PreventableEvent(), { url, isMainFrame, isSameDocument: false });
  theWindow().webContents.emit(event, details, url);
  return { isPrevented: details.defaultPrevented };
});

answerAsk('open-window', ({ url }) => ({
  isDenied: theWindow().webContents.openHandler({ url }).action === 'deny',
}));

// In the order in which the host starts them: the engine is the first.
const workers: Worker[] = [];
process.on('worker', (worker) => workers.push(worker));

answerAsk('act', ({ act }) => {
  if (act === 'minimize') theWindow().minimize();
  else if (act === 'close-window') theWindow().close();
  else if (act === 'quit') app.quit();
  else if (act === 'start-second') app.emit('second-instance', {}, [], '');
  else void workers[0]?.terminate();
  return null;
});
