import { type BrowserProcess, startBrowserProcess } from '#main/platform/browser-process.ts';
import type { DevtoolsEvent } from '#main/platform/devtools-pipe.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import * as protocol from './protocol.ts';
import { SessionCookies } from './session-cookies.ts';
import { Tab, type TabOptions } from './tab.ts';

/** How long a browser may take to close, in milliseconds, before it is ended. */
const stopMillis = 3_000;

export interface BrowserCommand {
  readonly path: string;
  readonly switches: readonly string[];
  /** How long it may take to answer for the first time. */
  readonly startWithinMillis: number;
}

/** The running browser of one user. */
export class UserBrowser {
  readonly #process: BrowserProcess;
  readonly #nowMillis: () => number;
  readonly #cookies: SessionCookies;
  readonly #tabs = new Set<Tab>();
  /** All pages by their target, with the session in which each is looked at. */
  readonly #attached = new Map<string, string>();
  #isOver = false;

  private constructor(process: BrowserProcess, nowMillis: () => number) {
    this.#process = process;
    this.#nowMillis = nowMillis;
    this.#cookies = new SessionCookies(process.pipe);
    process.pipe.onEvent((event) => this.#take(event));
    void process.exited.then(({ isClean, reason }) => {
      this.#isOver = true;
      for (const tab of this.#tabs)
        tab.end(isClean ? 'closed' : 'crashed', isClean ? closed() : ended(reason));
      this.#tabs.clear();
    });
  }

  /** Starts the browser and waits for its first answer. @throws browser.did-not-start */
  static async start(command: BrowserCommand, nowMillis: () => number): Promise<UserBrowser> {
    const { path, switches, startWithinMillis } = command;
    const running = startBrowserProcess(path, switches);
    const browser = new UserBrowser(running, nowMillis);
    const tooLate = new Error(`The browser did not respond for ${startWithinMillis / 1_000} s.`);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(tooLate), startWithinMillis);
    });
    const ready = running.pipe.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }, { exclude: true }],
    });
    // It also fails when it comes too late.
    ready.catch(() => undefined);
    try {
      await Promise.race([ready, late]);
      return browser;
    } catch (cause) {
      await running.stop(0);
      const { reason } = await running.exited;
      const why = cause === tooLate ? tooLate : new Error(`The browser ended with ${reason}.`);
      throw didNotStart(path, running.complaints(), why);
    } finally {
      clearTimeout(timer);
    }
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Asks something of the browser itself. @throws DevtoolsFailure */
  get pipe(): BrowserProcess['pipe'] {
    return this.#process.pipe;
  }

  /** Opens a tab in a window of its own, in a context that was made for it or in that of the person. @throws browser.closed */
  async open(options: TabOptions, browserContextId?: string): Promise<Tab> {
    const { pipe } = this.#process;
    const isPerson = browserContextId === undefined;
    try {
      const created = await pipe.send('Target.createTarget', {
        url: 'about:blank',
        newWindow: true,
        ...(isPerson ? {} : { browserContextId }),
      });
      const { targetId } = protocol.targetCreated.parse(created);
      const sessionId = this.#attached.get(targetId);
      if (sessionId === undefined) throw new Error('The browser did not allow access to the new tab.');
      if (isPerson && this.#attached.size === 1) await this.#cookies.restore();
      const tab = new Tab(pipe, targetId, isPerson ? this.#withCookies(options) : options, this.#nowMillis);
      this.#tabs.add(tab);
      void tab.ended.then(() => this.#tabs.delete(tab));
      await tab.attach(sessionId, targetId, 'page');
      // It answers once the first document has arrived, which may take as long as a server takes.
      tab.navigate(sessionId).catch(() => undefined);
      return tab;
    } catch (cause) {
      throw closed(cause);
    }
  }

  async stop(): Promise<void> {
    for (const tab of this.#tabs) tab.end('cancelled', null);
    await this.#process.stop(stopMillis);
  }

  /** Each hop may have brought cookies. */
  #withCookies(options: TabOptions): TabOptions {
    return {
      ...options,
      onHop: (hop) => {
        options.onHop(hop);
        if (!this.#isOver) void this.#cookies.keep(() => this.#attached.size > 0);
      },
    };
  }

  #take(event: DevtoolsEvent): void {
    if (event.method === 'Target.attachedToTarget') this.#onAttached(event);
    else if (event.method === 'Target.detachedFromTarget') this.#onGone(event);
    else for (const tab of this.#tabs) if (tab.hasSession(event.sessionId)) tab.take(event);
  }

  #onAttached({ params, sessionId: parent }: DevtoolsEvent): void {
    const attached = protocol.targetAttached.safeParse(params).data;
    if (attached === undefined) return;
    const { sessionId, targetInfo } = attached;
    const { targetId, openerId } = targetInfo;
    const tab = [...this.#tabs].find((each) => each.owns(openerId) || each.hasSession(parent));
    if (targetInfo.type === 'page') this.#attached.set(targetId, sessionId);
    const going =
      tab === undefined
        ? this.#process.pipe.send('Runtime.runIfWaitingForDebugger', undefined, sessionId)
        : tab.attach(sessionId, targetId, targetInfo.type === 'page' ? 'page' : 'frame');
    // It may be gone by now.
    going.catch(() => undefined);
  }

  #onGone({ params }: DevtoolsEvent): void {
    const gone = protocol.targetGone.safeParse(params).data;
    if (gone === undefined) return;
    const { sessionId, targetId = '' } = gone;
    this.#attached.delete(targetId);
    for (const tab of this.#tabs) {
      tab.detach(sessionId);
      if (tab.targetId === targetId) tab.end('closed', closed());
    }
  }
}

function closed(cause?: unknown): GatehouseError {
  return new GatehouseError('browser.closed', 'The window of the controlled browser was closed.', {
    fix: 'Start the flow again, or run it in the system’s browser.',
    ...(cause === undefined ? {} : { cause }),
  });
}

function ended(reason: string): GatehouseError {
  return new GatehouseError('browser.crashed', `The controlled browser ended (${reason}).`, {
    fix: 'Start the flow again.',
  });
}

function didNotStart(path: string, complaints: string, why: Error): GatehouseError {
  const last = complaints.split('\n').at(-1) ?? '';
  return new GatehouseError('browser.did-not-start', `The browser ${path} did not start.`, {
    fix: fixOf(complaints),
    cause: last === '' ? why : new Error(`${why.message} ${last}`),
  });
}

function fixOf(complaints: string): string {
  if (/display/i.test(complaints))
    return 'No display is available to open a window. Start Gatehouse from a desktop session.';
  if (/sandbox/i.test(complaints))
    return 'The sandbox does not work here. Allow unprivileged user namespaces, or choose another browser.';
  return 'Start the browser from a terminal to see its messages, or choose another browser.';
}
