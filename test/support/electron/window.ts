import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { app, PreventableEvent, requireReady } from './app.ts';
import { answerAsk, note, receivePortMessages } from './link.ts';
import { pressTray } from './menu.ts';
import type { MessagePortMain } from './message-ports.ts';
import type { Asks } from './wire.ts';

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

  forcefullyCrashRenderer(): void {
    note({ type: 'window-act', act: 'crash' });
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  }
}

const windows = new Set<BrowserWindow>();

/** Stands in for Electron's class; its page is whatever the test opens for the address that is loaded. */
export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents();
  #isMinimized = false;
  #isVisible: boolean;
  #isMaximized = false;
  #bounds: Rectangle;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    requireReady(true, 'BrowserWindow');
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.#isVisible = options.show !== false;
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
    this.#isVisible = true;
    note({ type: 'window-act', act: 'show' });
  }

  hide(): void {
    this.#isVisible = false;
    note({ type: 'window-act', act: 'hide' });
  }

  isVisible(): boolean {
    return this.#isVisible;
  }

  isDestroyed(): boolean {
    return !windows.has(this);
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

  maximize(): void {
    this.#isMaximized = true;
    // As Electron does.
    this.#isVisible = true;
    note({ type: 'window-act', act: 'maximise' });
  }

  isMaximized(): boolean {
    return this.#isMaximized;
  }

  getNormalBounds(): Rectangle {
    return this.#bounds;
  }

  moveTo(bounds: Rectangle, isMaximized: boolean): void {
    this.#bounds = bounds;
    this.#isMaximized = isMaximized;
    this.emit(isMaximized ? 'maximize' : 'move');
  }

  close(): void {
    const event = new PreventableEvent();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (!windows.delete(this)) return;
    this.emit('closed');
    if (windows.size === 0) app.windowAllClosed();
  }
}

app.closeWindows = () => {
  for (const window of windows) window.destroy();
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

const acts: Readonly<Record<Asks['act']['input']['act'], () => void>> = {
  minimize: () => theWindow().minimize(),
  'close-window': () => theWindow().close(),
  quit: () => app.quit(),
  'end-engine': () => void workers.shift()?.terminate(),
  'crash-page': () =>
    void theWindow().webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }),
  hang: () => void theWindow().emit('unresponsive'),
  respond: () => void theWindow().emit('responsive'),
  'press-tray': pressTray,
};

answerAsk('end-session', () => {
  theWindow().emit('session-end');
  return null;
});

answerAsk('act', ({ act }) => {
  acts[act]();
  return null;
});

answerAsk('move', ({ isMaximised, ...bounds }) => {
  theWindow().moveTo(bounds, isMaximised);
  return null;
});
