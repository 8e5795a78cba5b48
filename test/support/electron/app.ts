import { EventEmitter } from 'node:events';
import type { CustomScheme } from 'electron';
import { answerAsk, note, settings } from './link.ts';

/** An event whose default can be prevented, as Electron hands it to listeners. */
export class PreventableEvent {
  defaultPrevented = false;

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** Fails like Electron does for what must happen before, or may only happen after, the application is ready. */
export function requireReady(isExpected: boolean, what: string): void {
  if (app.isReady() !== isExpected)
    throw new Error(`${what} must be used ${isExpected ? 'after' : 'before'} the app is ready`);
}

class App extends EventEmitter {
  readonly isPackaged = settings.isPackaged;
  readonly commandLine = { hasSwitch: (name: string) => process.argv.includes(`--${name}`) };
  readonly #ready: Promise<void>;
  #isReady = false;
  #isEnding = false;
  /** Closes every window; set by the windows' own module. */
  closeWindows: () => void = () => {};

  constructor() {
    super();
    this.#ready = new Promise((resolve) =>
      setImmediate(() => {
        if (this.#isEnding) return;
        this.#isReady = true;
        note({ type: 'ready' });
        resolve();
      }),
    );
  }

  isReady(): boolean {
    return this.#isReady;
  }

  whenReady(): Promise<void> {
    return this.#ready;
  }

  enableSandbox(): void {
    requireReady(false, 'app.enableSandbox()');
    note({ type: 'sandbox-enabled' });
  }

  requestSingleInstanceLock(_passedOn: unknown): boolean {
    return settings.hasInstanceLock;
  }

  getPath(name: 'userData'): string {
    return `${process.env['HOME'] ?? ''}/profile/${name}`;
  }

  setPath(name: string, path: string): void {
    note({ type: 'path', name, path });
  }

  setAppUserModelId(id: string): void {
    note({ type: 'app-id', id });
  }

  getAppPath(): string {
    return process.cwd();
  }

  setAsDefaultProtocolClient(scheme: string): boolean {
    requireReady(true, 'app.setAsDefaultProtocolClient()');
    note({ type: 'protocol-client', scheme });
    return true;
  }

  setLoginItemSettings(given: Readonly<Record<string, unknown>>): void {
    requireReady(true, 'app.setLoginItemSettings()');
    if (process.platform === 'linux') throw new Error('There are no login items on Linux.');
    note({ type: 'login-item', settings: given });
  }

  windowAllClosed(): void {
    if (!this.#isEnding) this.emit('window-all-closed');
  }

  quit(): void {
    const event = new PreventableEvent();
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#end(0, () => this.emit('will-quit', new PreventableEvent()));
  }

  exit(code = 0): void {
    this.#end(code, () => {});
  }

  #end(code: number, before: () => void): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.closeWindows();
    before();
    this.emit('quit', {}, code);
    note({ type: 'exit', code }, () => process.exit(code));
  }
}

export const app = new App();

const schemes = new Map<string, (request: Request) => Response | Promise<Response>>();

export const protocol = {
  registerSchemesAsPrivileged(registered: readonly CustomScheme[]): void {
    requireReady(false, 'protocol.registerSchemesAsPrivileged');
    note({ type: 'schemes', schemes: registered });
  },
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void {
    requireReady(true, 'protocol.handle');
    schemes.set(scheme, handler);
  },
};

answerAsk('page-request', async ({ method, url }) => {
  const handler = schemes.get(new URL(url).protocol.slice(0, -1));
  if (handler === undefined) throw new Error(`Nothing handles ${url}.`);
  const response = await handler(new Request(url, { method }));
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  };
});

answerAsk('start-second', ({ args, directory }) => {
  // Chromium puts arguments of its own among those that were given, and changes their order.
  const mixed = [process.execPath, '--allow-file-access-from-files', ...args.toReversed()];
  app.emit('second-instance', {}, mixed, directory, JSON.parse(JSON.stringify({ args, directory })));
  return null;
});

answerAsk('open-url', ({ url }) => {
  const event = new PreventableEvent();
  app.emit('open-url', event, url);
  return { isPrevented: event.defaultPrevented };
});

answerAsk('certificate-error', ({ url }) => {
  const event = new PreventableEvent();
  let isTrusted = false;
  const answer = (isGiven: boolean) => {
    isTrusted = isGiven;
  };
  app.emit('certificate-error', event, {}, url, 'net::ERR_CERT_AUTHORITY_INVALID', {}, answer, true);
  return { isPrevented: event.defaultPrevented, isTrusted };
});
