import type { ElementHandle, Frame, Page } from '@playwright/test';
import { describeSource, findSource } from '#main/services/sign-ins/page/in-page.ts';
import type {
  ClickKind,
  ElementQuery,
  FoundElement,
  PageDescription,
  SignInPage,
} from '#main/services/sign-ins/play/sign-in-page.ts';

export interface Found extends FoundElement {
  readonly handle: ElementHandle;
}

/** A page of Playwright as a sign-in is played in it: the smallest driver that does what the interface says. */
export class PlaywrightPage implements SignInPage<Found> {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async address(): Promise<string | null> {
    return this.#page.url() === 'about:blank' ? null : this.#page.url();
  }

  isOver(): boolean {
    return new URL(this.#page.url()).pathname === '/cb';
  }

  async find(query: ElementQuery): Promise<Found | null> {
    return (await this.#all(query))[0] ?? null;
  }

  async count(query: ElementQuery): Promise<number> {
    return (await this.#all(query)).length;
  }

  async #all({ frame: path, target: _target, ...query }: ElementQuery): Promise<readonly Found[]> {
    let frame: Frame | undefined = this.#page.mainFrame();
    for (const index of path) frame = frame?.childFrames()[index];
    if (frame === undefined) return [];
    try {
      const list = await frame.evaluateHandle<Element[]>(
        `(${findSource()})(document, ${JSON.stringify(query)})`,
      );
      const handles = [...(await list.getProperties()).values()].flatMap((value) => value.asElement() ?? []);
      const { origin } = new URL(frame.url());
      return handles.map((handle) => ({ handle, origin }));
    } catch {
      // The document went while it was looked at.
      return [];
    }
  }

  click(element: Found, { button, times }: ClickKind): Promise<boolean> {
    const named = ({ primary: 'left', secondary: 'right', auxiliary: 'middle' } as const)[button];
    return done(element.handle.click({ button: named, clickCount: times, timeout: 2_000 }));
  }

  hover(element: Found): Promise<boolean> {
    return done(element.handle.hover({ timeout: 2_000 }));
  }

  /** Playwright selects the field first and types then: a page that draws it anew in between takes nothing. */
  async fill({ handle }: Found, text: string): Promise<boolean> {
    try {
      const isList = (await handle.evaluate((node) => node.nodeName)) === 'SELECT';
      if (isList) await handle.selectOption(text, { timeout: 2_000 });
      else await handle.fill(text, { timeout: 2_000 });
      return isList || (await handle.inputValue({ timeout: 2_000 })) === text;
    } catch {
      return false;
    }
  }

  scroll(element: Found | null, x: number, y: number): Promise<boolean> {
    const scrolling =
      element === null
        ? this.#page.mainFrame().evaluate(([left, top]) => scrollTo(left, top), [x, y] as const)
        : element.handle.evaluate((node, [left, top]) => (node as Element).scrollTo(left, top), [
            x,
            y,
          ] as const);
    return done(scrolling);
  }

  focusedOrigin(): Promise<string | null> {
    return this.#page.evaluate(() => (document.hasFocus() ? location.origin : null)).catch(() => null);
  }

  async press(key: string, way: 'down' | 'up'): Promise<void> {
    await this.#page.keyboard[way](key === 'Space' ? ' ' : key);
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#page.setViewportSize({ width, height });
  }

  async describe(): Promise<PageDescription> {
    return this.#page.evaluate<PageDescription>(`(${describeSource()})(document)`);
  }
}

async function done(act: Promise<unknown>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch {
    return false;
  }
}
