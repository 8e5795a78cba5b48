import type { DrivenPage, ElementPlace, SeenFrame } from '#main/services/flow-player/index.ts';
import type { SignInKey } from '#shared/sign-ins/index.ts';
import { describeSource, findSource } from '../page/in-page.ts';
import type { ClickKind, ElementQuery, FoundElement, PageDescription, SignInPage } from './sign-in-page.ts';

/** An element of a page, and where it is. */
interface Found extends FoundElement {
  readonly place: ElementPlace;
}

const buttons = { primary: 'left', secondary: 'right', auxiliary: 'middle' } as const;

/** A page of a browser as the acts of a file are played in it. */
export class ActsPage implements SignInPage<Found> {
  readonly #page: DrivenPage;
  readonly #isOver: () => boolean;

  constructor(page: DrivenPage, isOver: () => boolean) {
    this.#page = page;
    this.#isOver = isOver;
  }

  async address(): Promise<string | null> {
    const [main] = await this.#frames();
    return main === undefined || main.isLoading ? null : main.url;
  }

  isOver(): boolean {
    return this.#isOver();
  }

  async find(query: ElementQuery): Promise<Found | null> {
    for (const frame of await this.#framesOf(query)) {
      const [index] = await this.#indexes(frame, query);
      if (index === undefined) continue;
      return { origin: frame.origin, place: { frame: frame.frame, document: frame.document, index } };
    }
    return null;
  }

  async count(query: ElementQuery): Promise<number> {
    const counts = await Promise.all(
      (await this.#framesOf(query)).map(async (frame) => (await this.#indexes(frame, query)).length),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async click({ place }: Found, { button, times, at }: ClickKind): Promise<boolean> {
    return (await this.#page.press(place, { button: buttons[button], times, at })) === 'pressed';
  }

  hover({ place }: Found): Promise<boolean> {
    return this.#page.hover(place);
  }

  async fill({ place, origin }: Found, text: string): Promise<boolean> {
    return (await this.#page.type(place, text, origin)) === 'typed';
  }

  async scroll(element: Found | null, x: number, y: number): Promise<boolean> {
    const [main] = await this.#frames();
    const frame = element?.place.frame ?? main?.frame;
    if (frame === undefined) return false;
    const what = element === null ? 'globalThis' : `gatehouse.look.kept(${element.place.index})`;
    const done = await this.#page.evaluate(frame, `${what}?.scrollTo(${x}, ${y}), true`).catch(() => false);
    return done === true;
  }

  async focusedOrigin(): Promise<string | null> {
    // The innermost one: a frame that has the focus is within a document that has it too.
    for (const { frame, origin } of (await this.#frames()).toReversed()) {
      const hasFocus = await this.#page.evaluate(frame, 'document.hasFocus()').catch(() => false);
      if (hasFocus === true) return origin;
    }
    return null;
  }

  press(key: SignInKey, way: 'down' | 'up'): Promise<void> {
    return this.#page.stroke(key, way);
  }

  resize(width: number, height: number): Promise<void> {
    return this.#page.resize(width, height);
  }

  async describe(): Promise<PageDescription> {
    const [main] = await this.#frames();
    const nothing: PageDescription = { title: '', labels: [] };
    if (main === undefined) return nothing;
    const told = await this.#page.evaluate(main.frame, `(${describeSource()})(document)`);
    return (told as PageDescription | undefined) ?? nothing;
  }

  async #frames(): Promise<readonly SeenFrame[]> {
    const { frames } = await this.#page.look().catch(() => ({ frames: [] }));
    return frames;
  }

  /** The page itself, or all frames in it: their order is another one each time a page is built. */
  async #framesOf({ frame, target }: ElementQuery): Promise<readonly SeenFrame[]> {
    const [main, ...inner] = await this.#frames();
    if (frame.length > 0 || target !== null) return inner.filter(({ isVisible }) => isVisible);
    return main === undefined ? [] : [main];
  }

  async #indexes({ frame }: SeenFrame, query: ElementQuery): Promise<readonly number[]> {
    const { selectors, by, wanted } = query;
    const found = `(${findSource()})(document, ${JSON.stringify({ selectors, by, wanted })})`;
    const kept = await this.#page
      .evaluate(frame, `Array.from(${found}, (element) => gatehouse.look.keep(element))`)
      .catch(() => []);
    return Array.isArray(kept) ? kept.filter((index) => typeof index === 'number') : [];
  }
}
