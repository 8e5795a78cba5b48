import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Frame, Page, Request, Route } from '@playwright/test';
import type { DesktopHost } from '../../support/electron/desktop-host.ts';
import type { Note } from '../../support/electron/wire.ts';
import { saveData } from '../support/save-data.ts';
import {
  bindingName,
  deliveryName,
  type FromPreload,
  preloadScript,
  type ToPreload,
} from './preload-page.ts';

const hostOrigin = 'gatehouse://app';
/** Chromium knows no scheme of ours: the page stands under an origin that is as trustworthy to it. */
export const pageOrigin = 'http://app.gatehouse.localhost';

/** A Chromium page as the window of the desktop application. */
export interface PageWindow {
  /** The page that the window shows now. */
  readonly page: Page;
  /** Complaints of the page so far: console errors and warnings, and exceptions. */
  readonly problems: readonly string[];
  /** Requests that went neither to the page's scheme nor to a place where the host saw them. */
  readonly strayRequests: readonly string[];
  /** Windows of the page that the host did not deny. */
  readonly allowedWindows: readonly string[];
  /** Where the page was about to go, or to open a window, and the host refused it: as the host was told, and done with. */
  readonly refusals: readonly string[];
  /** Loads the page as a person does from the menu, which is no navigation of the page's own. */
  reload(): Promise<void>;
  /** Ends the page's process; the host is told, and the page that it loads after that is the window's. */
  crash(): Promise<void>;
}

/** An address as the host knows it. */
export function toHostAddress(address: string): string {
  return address === pageOrigin || address.startsWith(`${pageOrigin}/`)
    ? hostOrigin + address.slice(pageOrigin.length)
    : address;
}

/** Opens the page that the host loads into its window, with the host's own preload script. */
export async function openPageWindow(browser: Browser, host: DesktopHost): Promise<PageWindow> {
  const [{ options }, { url }] = [await host.noted('window'), await host.noted('load')];
  const viewport = { width: options.width ?? 800, height: options.height ?? 600 };
  const context = await browser.newContext({ viewport, permissions: ['clipboard-write'] });
  await saveData(context);
  const window = new ChromiumWindow(host, context, await context.newPage());
  await window.connect(options.webPreferences?.preload ?? '');
  await window.show(url);
  return {
    get page() {
      return window.page;
    },
    problems: window.problems,
    strayRequests: window.strayRequests,
    allowedWindows: window.allowedWindows,
    refusals: window.refusals,
    reload: () => window.load(() => window.page.reload()),
    crash: () => window.crash(),
  };
}

class ChromiumWindow {
  readonly problems: string[] = [];
  readonly strayRequests: string[] = [];
  readonly allowedWindows: string[] = [];
  readonly refusals: string[] = [];
  page: Page;
  readonly #host: DesktopHost;
  readonly #context: BrowserContext;
  readonly #ports = new Set<number>();
  #undelivered: ToPreload[] = [];
  #isDelivering = false;
  #isLoadedByHost = false;
  #preload = '';
  #isCrashed = false;

  constructor(host: DesktopHost, context: BrowserContext, page: Page) {
    this.#host = host;
    this.#context = context;
    this.page = page;
  }

  async connect(preload: string): Promise<void> {
    this.#preload = preloadScript(readFileSync(preload, 'utf8'));
    await this.#context.route('**/*', (route, request) => this.#answer(route, request));
    // Electron asks its host before there is a window; Chromium opens one that its request is refused to.
    this.#context.on('page', (opened) => {
      if (opened !== this.page && !this.#isCrashed) void opened.close();
    });
    this.#host.onNote((note) => this.#pass(note));
    await this.#prepare();
  }

  /** Shows what the host loads. */
  show(url: string): Promise<void> {
    return this.load(() => this.page.goto(pageOrigin + url.slice(hostOrigin.length)));
  }

  async crash(): Promise<void> {
    this.#isCrashed = true;
    await this.page.close();
    this.#closePorts();
    await this.#host.ask('act', { act: 'crash-page' });
  }

  // Chromium's page is not to be had back after its process ended: another takes its place.
  async #showAgain(url: string): Promise<void> {
    this.page = await this.#context.newPage();
    this.#isCrashed = false;
    await this.#prepare();
    await this.show(url);
  }

  async #prepare(): Promise<void> {
    this.page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.problems.push(message.text());
    });
    this.page.on('pageerror', (error) => this.problems.push(error.message));
    await this.page.exposeBinding(bindingName, ({ frame }, message: FromPreload) =>
      this.#receive(frame, message),
    );
    await this.page.addInitScript({ content: this.#preload });
  }

  async load(navigate: () => Promise<unknown>): Promise<void> {
    this.#isLoadedByHost = true;
    await navigate();
    this.#isLoadedByHost = false;
  }

  async #answer(route: Route, request: Request): Promise<void> {
    const url = toHostAddress(request.url());
    const frame = frameOf(request);
    if (frame?.page() !== this.page) {
      const { isDenied } = await this.#host.ask('open-window', { url });
      return this.#refuse(route, url, isDenied ? this.refusals : this.allowedWindows);
    }
    if (request.isNavigationRequest() && !(await this.#mayNavigate(url, frame)))
      return this.#refuse(route, url, this.refusals);
    if (!url.startsWith(`${hostOrigin}/`)) {
      this.strayRequests.push(url);
      return route.abort();
    }
    const answer = await this.#host.ask('page-request', { method: request.method(), url });
    return route.fulfill({
      status: answer.status,
      headers: { ...answer.headers },
      body: Buffer.from(answer.body),
    });
  }

  async #refuse(route: Route, url: string, notes: string[]): Promise<void> {
    await route.abort('aborted');
    notes.push(url);
  }

  async #mayNavigate(url: string, frame: Frame): Promise<boolean> {
    const isMainFrame = frame === this.page.mainFrame();
    if (isMainFrame && this.#isLoadedByHost) return true;
    const events = isMainFrame
      ? (['will-frame-navigate', 'will-navigate'] as const)
      : (['will-frame-navigate'] as const);
    const answers = await Promise.all(
      events.map((event) => this.#host.ask('navigation', { event, url, isMainFrame })),
    );
    return !answers.some(({ isPrevented }) => isPrevented);
  }

  async #receive(frame: Frame, message: FromPreload): Promise<void> {
    if (message.type === 'document') return this.#closePorts();
    if (message.type === 'port-message') return this.#host.send(message);
    if (message.type === 'port-closed') {
      this.#ports.delete(message.port);
      return this.#host.send({ type: 'port-close', port: message.port });
    }
    const sender = { url: toHostAddress(frame.url()), isMainFrame: frame === this.page.mainFrame() };
    await this.#host.ask('ipc-send', { channel: message.channel, args: message.args, frame: sender });
  }

  // The ports of a document end with it, and nobody is left in the page to say so.
  #closePorts(): void {
    for (const port of this.#ports) this.#host.send({ type: 'port-close', port });
    this.#ports.clear();
  }

  #pass(note: Note): void {
    if (note.type === 'load' && this.#isCrashed) return void this.#showAgain(note.url);
    if (note.type === 'to-page') for (const port of note.ports) this.#ports.add(port);
    if (note.type !== 'to-page' && note.type !== 'port-message' && note.type !== 'port-closed') return;
    this.#undelivered.push(note);
    if (!this.#isDelivering) void this.#deliver();
  }

  // One call into the page at a time keeps the messages in their order.
  async #deliver(): Promise<void> {
    this.#isDelivering = true;
    while (this.#undelivered.length > 0 && !this.page.isClosed()) {
      const messages = this.#undelivered;
      this.#undelivered = [];
      const dispatch = (detail: { readonly name: string; readonly messages: readonly ToPreload[] }) =>
        void window.dispatchEvent(new CustomEvent(detail.name, { detail: detail.messages }));
      // A document that is just being left receives nothing any more.
      await this.page.evaluate(dispatch, { name: deliveryName, messages }).catch(() => {});
    }
    this.#isDelivering = false;
  }
}

// A window that a page opens has no frame yet when it sends its first request.
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}
