import type { DevtoolsEvent } from '#main/platform/devtools-pipe.ts';
import type {
  DrivenPage,
  ElementPlace,
  PageEnd,
  PagePicture,
  PlayCookie,
  PressHow,
  SeenFrame,
  SeenPage,
} from '#main/services/flow-player/index.ts';
import type { SignInKey } from '#shared/sign-ins/index.ts';
import type { PressPoint } from './in-page/page-hands.ts';
import type { LookedFrame } from './in-page/page-look.ts';
import { keyEvents } from './key-events.ts';
import { PageWorlds, type World } from './page-worlds.ts';
import { takePicture } from './picture/take-picture.ts';
import * as protocol from './protocol.ts';
import type { Tab } from './tab.ts';

/** Requests that a page waits for; pictures and fonts are none. */
const awaited: ReadonlySet<string> = new Set(['Document', 'Script', 'XHR', 'Fetch']);
/** How long the browser may take to say that it has moved the pointer, in milliseconds: it may be on its way to the next page. */
const inputMillis = 1_000;

const once: PressHow = { button: 'left', times: 1, at: null };

/** Requests of a tab that are under way. */
export class PendingRequests {
  readonly #ids = new Set<string>();

  take({ method, params }: DevtoolsEvent): void {
    const isBegin = method === 'Network.requestWillBeSent';
    if (!isBegin && method !== 'Network.loadingFinished' && method !== 'Network.loadingFailed') return;
    const event = protocol.requestEvent.safeParse(params).data;
    if (event === undefined) return;
    if (!isBegin) this.#ids.delete(event.requestId);
    else if (awaited.has(event.type ?? '')) this.#ids.add(event.requestId);
  }

  get count(): number {
    return this.#ids.size;
  }
}

/** A tab that a play acts on. */
export class DrivenTab implements DrivenPage {
  readonly ended: Promise<PageEnd>;
  readonly #tab: Tab;
  readonly #worlds: PageWorlds;
  readonly #pending: PendingRequests;
  readonly #readCookies: () => Promise<readonly PlayCookie[]>;
  readonly #dispose: () => Promise<void>;

  constructor(
    tab: Tab,
    pending: PendingRequests,
    context: {
      readonly readCookies: () => Promise<readonly PlayCookie[]>;
      readonly dispose: () => Promise<void>;
    },
  ) {
    this.#tab = tab;
    this.#pending = pending;
    this.#worlds = new PageWorlds(tab);
    this.#readCookies = context.readCookies;
    this.#dispose = context.dispose;
    // A dialog of a script holds up its page until somebody answers.
    for (const session of tab.sessions()) tab.ask('Page.enable', undefined, session).catch(() => undefined);
    this.ended = tab.ended.then(({ problem }) => ({
      message: problem?.message ?? 'The page was closed before it returned to the client.',
    }));
  }

  /** Takes an event of the tab: dialogs are answered with yes. */
  take({ method, sessionId }: DevtoolsEvent): void {
    if (method !== 'Page.javascriptDialogOpening') return;
    this.#tab.ask('Page.handleJavaScriptDialog', { accept: true }, sessionId).catch(() => undefined);
  }

  async look(): Promise<SeenPage> {
    const worlds = await this.#worlds.all();
    const frames = await Promise.all(
      worlds.map(async (world, index): Promise<SeenFrame | null> => {
        try {
          const looked = (await this.#worlds.evaluate(world, 'gatehouse.look.look()')) as LookedFrame;
          return { ...looked, frame: world.frame, document: world.document };
        } catch (error) {
          // A frame in the page may be gone; without the page itself nothing is seen.
          if (index === 0) throw error;
          return null;
        }
      }),
    );
    return { frames: frames.filter((frame) => frame !== null) };
  }

  async type(at: ElementPlace, text: string, origin: string): ReturnType<DrivenPage['type']> {
    const args = [at.index, text, origin].map((value) => JSON.stringify(value)).join(', ');
    const how = await this.#at(at, `gatehouse.hands.type(${args})`);
    return how === 'typed' || how === 'refused' || how === 'elsewhere' ? how : 'gone';
  }

  async press(at: ElementPlace, how: PressHow = once): ReturnType<DrivenPage['press']> {
    const world = this.#worlds.find(at);
    if (world === undefined) return 'gone';
    const point = await this.#pointOf(at, how);
    if (point?.at !== 'point') return point?.at ?? 'gone';
    const offset = await this.#offsetOf(world);
    // The pointer of another process is beyond reach.
    if (offset === null) return this.#click(at);
    await this.#point(world, point.x + offset.x, point.y + offset.y, how);
    if (how.button !== 'left') return 'pressed';
    const isClicked = await this.#at(at, 'gatehouse.hands.isClicked()');
    return isClicked === false ? this.#click(at) : 'pressed';
  }

  async key(at: ElementPlace, name: 'Enter' | 'Tab' | 'Escape'): Promise<boolean> {
    const world = this.#worlds.find(at);
    if (world === undefined || (await this.#at(at, `gatehouse.hands.focus(${at.index})`)) !== true)
      return false;
    for (const type of ['keyDown', 'keyUp'] as const)
      await this.#soon(this.#tab.ask('Input.dispatchKeyEvent', { type, ...keyEvents[name] }, world.session));
    return true;
  }

  async hover(at: ElementPlace): Promise<boolean> {
    const world = this.#worlds.find(at);
    const point = world === undefined ? undefined : await this.#pointOf(at, once);
    const offset = world === undefined ? null : await this.#offsetOf(world);
    if (world === undefined || point?.at !== 'point' || offset === null) return false;
    const moved = { type: 'mouseMoved', x: point.x + offset.x, y: point.y + offset.y } as const;
    await this.#soon(this.#tab.ask('Input.dispatchMouseEvent', moved, world.session));
    return true;
  }

  async stroke(key: SignInKey, way: 'down' | 'up'): Promise<void> {
    const [main] = this.#tab.sessions();
    const type = way === 'down' ? 'keyDown' : 'keyUp';
    await this.#soon(this.#tab.ask('Input.dispatchKeyEvent', { type, ...keyEvents[key] }, main));
  }

  async resize(width: number, height: number): Promise<void> {
    const [main] = this.#tab.sessions();
    const size = { width, height, deviceScaleFactor: 1, mobile: false };
    await this.#soon(this.#tab.ask('Emulation.setDeviceMetricsOverride', size, main));
  }

  async #pointOf(at: ElementPlace, { at: within }: PressHow): Promise<PressPoint | undefined> {
    const args = [at.index, within].map((value) => JSON.stringify(value)).join(', ');
    return (await this.#at(at, `gatehouse.hands.point(${args})`)) as PressPoint | undefined;
  }

  async form(at: ElementPlace | null): ReturnType<DrivenPage['form']> {
    const [main] = await this.#worlds.all();
    if (at === null && main === undefined) return null;
    const expression = `gatehouse.look.form(${at === null ? 'null' : at.index})`;
    const form =
      at === null && main !== undefined
        ? await this.#worlds.evaluate(main, expression)
        : at === null
          ? null
          : await this.#at(at, expression);
    if (typeof form !== 'object' || form === null) return null;
    const { method, ...rest } = form as NonNullable<Awaited<ReturnType<DrivenPage['form']>>>;
    return { ...rest, method: method === 'POST' ? 'POST' : 'GET' };
  }

  async evaluate(frame: string, expression: string): Promise<unknown> {
    const world = (await this.#worlds.all()).find((each) => each.frame === frame);
    return world === undefined ? undefined : this.#worlds.evaluate(world, expression);
  }

  picture(hidden: readonly string[]): Promise<PagePicture | null> {
    return takePicture(this.#tab, this.#worlds, hidden).catch(() => null);
  }

  pending(): number {
    return this.#pending.count;
  }

  cookies(): Promise<readonly PlayCookie[]> {
    return this.#readCookies();
  }

  close(): void {
    // The last events of the page are handed over at once; nobody waits for the browser to put it away.
    void this.#tab.close().then(() => this.#dispose());
  }

  /** The value of an expression in the document of a place; undefined where it is gone. */
  async #at(at: ElementPlace, expression: string): Promise<unknown> {
    const world = this.#worlds.find(at);
    return world === undefined ? undefined : this.#worlds.evaluate(world, expression).catch(() => undefined);
  }

  async #click(at: ElementPlace): Promise<'pressed' | 'gone'> {
    return (await this.#at(at, `gatehouse.hands.click(${at.index})`)) === false ? 'gone' : 'pressed';
  }

  async #point({ session }: World, x: number, y: number, { button, times }: PressHow): Promise<void> {
    const { ask } = this.#tab;
    const presses = Array.from({ length: times }, (_, index) => {
      const at = { x, y, button, clickCount: index + 1 } as const;
      return (['mousePressed', 'mouseReleased'] as const).map((type) =>
        ask('Input.dispatchMouseEvent', { type, ...at }, session),
      );
    });
    // They keep their order: waiting for each would cost a frame.
    const events = [
      ask('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }, session),
      ...presses.flat(),
    ];
    await this.#soon(Promise.all(events));
  }

  /** Where a frame begins in the page; null where the page and the frame are in different processes. */
  async #offsetOf(world: World): Promise<{ readonly x: number; readonly y: number } | null> {
    if (world.isMain) return { x: 0, y: 0 };
    if (world.isRoot) return null;
    try {
      const owner = await this.#tab.ask('DOM.getFrameOwner', { frameId: world.frame }, world.session);
      const { backendNodeId } = protocol.frameOwner.parse(owner);
      const answer = await this.#tab.ask('DOM.getContentQuads', { backendNodeId }, world.session);
      const [quad] = protocol.contentQuads.parse(answer).quads;
      return quad === undefined ? null : { x: quad[0] ?? 0, y: quad[1] ?? 0 };
    } catch {
      return null;
    }
  }

  async #soon(going: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, inputMillis);
    });
    await Promise.race([going.catch(() => undefined), late]);
    clearTimeout(timer);
  }
}
