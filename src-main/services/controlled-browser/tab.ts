import { type DevtoolsEvent, DevtoolsFailure, type DevtoolsPipe } from '#main/platform/devtools-pipe.ts';
import type { ResultPage } from '#main/platform/result-page.ts';
import type { PlayCookie } from '#main/services/flow-player/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { callbackPage, plainAnswer } from './callback.ts';
import { FrontChannel, maxDocumentBytes } from './front-channel.ts';
import { postBytes, wholeUrl } from './headers.ts';
import type { CallbackSeen, HopSeen } from './hop.ts';
import { playCookie } from './play-cookies.ts';
import * as protocol from './protocol.ts';
import { holdPattern, leadsTo } from './redirect-uri-match.ts';

/** Most bytes that the browser keeps for us of all documents of a tab, and of one request. */
const maxKeptBytes = 16 * maxDocumentBytes;
const maxPostBytes = 262_144;
/** The world in which a person's acts are followed, and what it tells them by. */
const watchWorld = 'gatehouse-watch';
const watchBinding = 'gatehouseTold';

export interface TabOptions {
  /** Where the front channel begins. */
  readonly url: string;
  /** The redirect URI: requests for it are handed over; null: none is. */
  readonly stopAt: string | null;
  /** Treatment of such a request: it goes on to its server, or is answered here because it leads nowhere. */
  readonly intercept: 'continue' | 'answer';
  /** The page of such an answer; without it, one that says no more than that it came. */
  readonly page?: ResultPage;
  /** Each document and redirect, in the order of the requests. */
  readonly onHop: (hop: HopSeen) => void;
  readonly onCallback: (callback: CallbackSeen) => void;
  /** Decides of each document that is asked for, in place of `stopAt`; absent: the person goes where they want. */
  readonly onHeld?: (request: HeldRequest) => Held;
  /** Follows what else the browser tells of the tab. */
  readonly onEvent?: (event: DevtoolsEvent) => void;
  /** Follows what the person does in its pages. */
  readonly watch?: PageWatch;
}

/** Watches what a person does in all pages of a tab and their frames, from an isolated world that page scripts cannot see. */
export interface PageWatch {
  /** Source of a function of a window, and of a function that takes a text. */
  readonly source: string;
  readonly take: (text: string) => void;
}

/** A document that is asked for and waits. */
export interface HeldRequest extends CallbackSeen {
  /** The page itself asks, and not a frame in it. */
  readonly isTop: boolean;
}

/** The answer that a held request is given. */
export interface HeldAnswer {
  readonly responseCode: number;
  readonly responseHeaders: { readonly name: string; readonly value: string }[];
  /** In base64. */
  readonly body: string;
}

/** The treatment of a held request: it goes on to its server, or is answered here. */
export type Held = 'continue' | HeldAnswer;

/** How a session came to its end, and what to say of it; null where nothing went wrong. */
export interface SessionEnd {
  readonly kind: 'cancelled' | 'released' | 'closed' | 'crashed';
  readonly problem: Problem | null;
}

/** A tab in which a front channel runs. */
export interface BrowserSession {
  /** Settles when nothing more will be seen: it never fails. */
  readonly ended: Promise<SessionEnd>;
  /** The cookies that its browser would send to addresses; empty once it is gone. */
  cookies(urls: readonly string[]): Promise<readonly PlayCookie[]>;
  /** Looks away and leaves the tab to the person. */
  release(): Promise<void>;
  /** Closes the tab. */
  close(): Promise<void>;
}

/** One tab with everything that it opens: frames of other sites and windows, each a target of its own. */
export class Tab implements BrowserSession {
  readonly ended: Promise<SessionEnd>;
  readonly targetId: string;
  readonly #pipe: DevtoolsPipe;
  readonly #options: TabOptions;
  readonly #channel: FrontChannel;
  /** Its page, and those that it opened: what one of them opens belongs to the tab too. */
  readonly #pages = new Set<string>();
  readonly #sessions = new Set<string>();
  #settle: (end: SessionEnd) => void = () => {};
  #isOver = false;

  constructor(pipe: DevtoolsPipe, targetId: string, options: TabOptions, nowMillis: () => number) {
    this.#pipe = pipe;
    this.#options = options;
    this.targetId = targetId;
    this.#pages.add(targetId);
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#channel = new FrontChannel({
      nowMillis,
      onHop: options.onHop,
      // The frame of a page has the id of its target.
      isTopFrame: (frameId) => this.#pages.has(frameId),
      onOtherScheme: (request) => {
        if (options.onHeld !== undefined) options.onHeld({ ...seenCallback(request), isTop: true });
        else if (options.stopAt !== null && leadsTo(options.stopAt, wholeUrl(request)))
          this.#handOver(request);
      },
      readBody: (requestId, sessionId) => this.#readBody(requestId, sessionId),
    });
  }

  owns(targetId: string | undefined): boolean {
    return targetId !== undefined && this.#pages.has(targetId);
  }

  hasSession(sessionId: string | undefined): boolean {
    return sessionId !== undefined && this.#sessions.has(sessionId);
  }

  /** Looks on at a target that waits for it. @throws DevtoolsFailure where the target is gone already */
  async attach(sessionId: string, targetId: string, kind: 'page' | 'frame'): Promise<void> {
    if (kind === 'page') this.#pages.add(targetId);
    this.#sessions.add(sessionId);
    const { stopAt, onHeld } = this.#options;
    const held = onHeld === undefined ? (stopAt === null ? null : holdPattern(stopAt)) : '*';
    const send: DevtoolsPipe['send'] = (method, params) => this.#pipe.send(method, params, sessionId);
    await Promise.all([
      send('Network.enable', {
        maxTotalBufferSize: maxKeptBytes,
        maxResourceBufferSize: maxDocumentBytes,
        maxPostDataSize: maxPostBytes,
        // Otherwise a body is gone with the page that posts itself on at once.
        enableDurableMessages: true,
      }),
      send('Inspector.enable', undefined),
      send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: [{ type: 'iframe' }, { exclude: true }],
      }),
      ...this.#beginWatch(send),
      ...(held === null
        ? []
        : [send('Fetch.enable', { patterns: [{ urlPattern: held, resourceType: 'Document' }] })]),
      send('Runtime.runIfWaitingForDebugger', undefined),
    ]);
  }

  /** Adds the watching script to an isolated world of each document, before scripts of the page run. */
  #beginWatch(send: DevtoolsPipe['send']): readonly Promise<unknown>[] {
    const { watch } = this.#options;
    if (watch === undefined) return [];
    const source = `(${watch.source})(globalThis, globalThis.${watchBinding})`;
    return [
      send('Runtime.enable', undefined),
      send('Page.enable', {}),
      send('Runtime.addBinding', { name: watchBinding, executionContextName: watchWorld }),
      send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: watchWorld, runImmediately: true }),
    ];
  }

  /** Looks no longer at a target that is gone, and waits for none of its answers. */
  detach(sessionId: string): void {
    if (this.#sessions.delete(sessionId)) this.#pipe.abandon(new Set([sessionId]));
  }

  /** Opens the beginning of the front channel in the page; the requests are reported as hops. */
  async navigate(sessionId: string): Promise<void> {
    await this.#pipe.send('Page.navigate', { url: this.#options.url }, sessionId);
  }

  take(event: DevtoolsEvent): void {
    if (this.#isOver) return;
    this.#options.onEvent?.(event);
    if (event.method === 'Fetch.requestPaused') this.#onPaused(event);
    else if (event.method === 'Runtime.bindingCalled') this.#onTold(event);
    else if (event.method === 'Inspector.targetCrashed') this.end('crashed', crashed());
    else this.#channel.take(event);
  }

  async cookies(urls: readonly string[]): Promise<readonly PlayCookie[]> {
    const [main] = this.#sessions;
    const answer = await this.ask('Network.getCookies', { urls: [...urls] }, main).catch(() => ({
      cookies: [],
    }));
    return protocol.cookiesAnswer.parse(answer).cookies.map(playCookie);
  }

  async release(): Promise<void> {
    if (this.#isOver) return;
    this.end('released', null);
    const sessions = [...this.#sessions].map((sessionId) =>
      this.#pipe.send('Target.detachFromTarget', { sessionId }),
    );
    await Promise.allSettled(sessions);
  }

  async close(): Promise<void> {
    this.end('cancelled', null);
    const closing = [...this.#pages].map((targetId) => this.#pipe.send('Target.closeTarget', { targetId }));
    await Promise.allSettled(closing);
  }

  /** Nothing more comes of the tab; only the first end counts. */
  end(kind: SessionEnd['kind'], error: GatehouseError | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#channel.end();
    this.#pipe.abandon(this.#sessions);
    this.#settle({ kind, problem: error?.toProblem() ?? null });
  }

  #onPaused({ params, sessionId }: DevtoolsEvent): void {
    const paused = protocol.requestPaused.safeParse(params).data;
    if (paused === undefined) return;
    const { requestId, networkId } = paused;
    const answer = this.#answerTo(paused);
    if (answer !== null && networkId !== undefined) this.#channel.markAnswered(networkId);
    const gone =
      answer !== null
        ? this.#pipe.send('Fetch.fulfillRequest', { requestId, ...answer }, sessionId)
        : this.#pipe.send('Fetch.continueRequest', { requestId }, sessionId);
    // The person may close the tab while the request is held.
    gone.catch(() => undefined);
  }

  #onTold({ params }: DevtoolsEvent): void {
    const called = protocol.bindingCalled.safeParse(params).data;
    if (called?.name === watchBinding) this.#options.watch?.take(called.payload);
  }

  /** The answer that a held request is given here; null: it goes on to its server. */
  #answerTo(paused: protocol.RequestPaused): HeldAnswer | null {
    const { request, frameId = '' } = paused;
    const { stopAt, intercept, onHeld } = this.#options;
    if (onHeld !== undefined) {
      const isTop = this.#pages.has(frameId);
      const held = onHeld({ ...seenCallback(request), isTop });
      return held === 'continue' ? null : held;
    }
    if (stopAt === null || !leadsTo(stopAt, wholeUrl(request))) return null;
    this.#handOver(request);
    return intercept === 'answer' ? callbackPage(this.#options.page ?? plainAnswer) : null;
  }

  #handOver(request: protocol.SeenRequest): void {
    this.#options.onCallback(seenCallback(request));
  }

  /** Sessions of the page and its frames, the page first. */
  sessions(): readonly string[] {
    return [...this.#sessions];
  }

  /** Asks something of one of its targets. @throws DevtoolsFailure, also where the tab has ended */
  ask: DevtoolsPipe['send'] = (method, params, sessionId) =>
    this.#isOver
      ? Promise.reject(new DevtoolsFailure(`${method}: the tab has been closed.`))
      : this.#pipe.send(method, params, sessionId);

  async #readBody(requestId: string, sessionId: string | undefined): Promise<Uint8Array | null> {
    try {
      const answer = await this.#pipe.send('Network.getResponseBody', { requestId }, sessionId);
      const { body, base64Encoded } = protocol.bodyAnswer.parse(answer);
      return Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
    } catch {
      return null;
    }
  }
}

function seenCallback(request: protocol.SeenRequest): CallbackSeen {
  return { method: request.method, url: wholeUrl(request), postData: postBytes(request) };
}

function crashed(): GatehouseError {
  return new GatehouseError('browser.crashed', 'The page crashed in the controlled browser.', {
    fix: 'Start the flow again.',
  });
}
