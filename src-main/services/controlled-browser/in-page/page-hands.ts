import type { DomControl, DomElement, DomRoot, DomWindow } from './dom.ts';
import type { PageLook } from './page-look.ts';

/** The outcome of typing in a document. */
export type TypedHow = 'typed' | 'gone' | 'refused' | 'elsewhere';

/** The middle of an element in its frame, or why it cannot be pressed there. */
export type PressPoint =
  | { readonly at: 'point'; readonly x: number; readonly y: number }
  | { readonly at: 'covered' }
  | { readonly at: 'gone' };

/**
 * Types and presses in one document, from a world of its own. The text of this class is sent to the browser: it uses
 * nothing of this module.
 */
export class PageHands {
  readonly #window: DomWindow;
  readonly #look: PageLook;
  #isClicked = false;

  constructor(window: DomWindow, look: PageLook) {
    this.#window = window;
    this.#look = look;
  }

  /**
   * Replaces the contents of a field with a text, in this document only. The page types it, not the browser: keystrokes
   * sent by the browser could land in the next page if this one navigates away in between.
   */
  type(index: number, text: string, origin: string): TypedHow {
    if (this.#window.origin !== origin) return 'elsewhere';
    const field = this.#look.kept(index);
    if (field === null) return 'gone';
    if (field.disabled === true || field.readOnly === true) return 'refused';
    field.focus();
    if (field.options !== undefined) return this.#choose(field, text);
    field.select?.();
    const isTaken = this.#window.document.execCommand('insertText', false, text);
    if (!isTaken || field.value !== text) this.#set(field, text);
    return field.isConnected && field.value === text ? 'typed' : 'refused';
  }

  /** Brings an element into view, and gives the place where it can be pressed. */
  point(index: number, within: { readonly x: number; readonly y: number } | null = null): PressPoint {
    const element = this.#look.kept(index);
    if (element === null) return { at: 'gone' };
    const target = this.#look.isVisible(element) ? element : (this.#labelOf(element) ?? element);
    target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = target.getBoundingClientRect();
    const [x, y] = [left + (within?.x ?? width / 2), top + (within?.y ?? height / 2)];
    if (!this.#isReached(target, x, y)) return { at: 'covered' };
    this.#isClicked = false;
    this.#window.document.addEventListener('click', () => void (this.#isClicked = true), {
      capture: true,
      once: true,
    });
    return { at: 'point', x, y };
  }

  /** True once a click arrived since the place was asked for. */
  isClicked(): boolean {
    return this.#isClicked;
  }

  /** Presses an element without a pointer. */
  click(index: number): boolean {
    const element = this.#look.kept(index);
    element?.click();
    return element !== null;
  }

  focus(index: number): boolean {
    const element = this.#look.kept(index);
    element?.focus();
    return element !== null;
  }

  /** Chooses an option by its value, or by the words that a person sees. */
  #choose(field: DomControl, text: string): TypedHow {
    const options = Array.from(field.options ?? []);
    const option =
      options.find(({ value }) => value === text) ??
      options.find(({ textContent }) => (textContent ?? '').trim() === text);
    if (option === undefined) return 'refused';
    this.#set(field, option.value ?? '');
    return 'typed';
  }

  /** The value goes in as if it were typed, past what scripts have put before it. */
  #set(field: DomControl, text: string): void {
    const { Event } = this.#window;
    field.value = text;
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }

  #labelOf({ labels, parentElement }: DomControl): DomElement | null {
    return labels?.[0] ?? parentElement?.closest('label') ?? null;
  }

  #isReached(target: DomElement, x: number, y: number): boolean {
    let root: DomRoot = this.#window.document;
    let hit = root.elementFromPoint(x, y);
    while (hit !== null && hit.shadowRoot !== null && hit !== target) {
      root = hit.shadowRoot;
      const inner = root.elementFromPoint(x, y);
      if (inner === null || inner === hit) break;
      hit = inner;
    }
    return hit !== null && (target.contains(hit) || hit.contains(target));
  }
}
