import type { SignInKey } from '#shared/sign-ins/index.ts';
import type { PageQuery } from '../page/page-dom.ts';

/** An element that a page found. What it is in the browser is the page's own business. */
export interface FoundElement {
  /** The origin of the document that it belongs to, which may be that of a frame. */
  readonly origin: string;
}

/** A question for an element, and where to ask it. */
export interface ElementQuery extends PageQuery {
  /** The frame, as the index of each frame within the one before; empty: the page itself. */
  readonly frame: readonly number[];
  /** A window or frame with a process of its own, as the pattern of its address; null: the page that is played. */
  readonly target: string | null;
}

/** The parts of a page that a person would name. */
export interface PageDescription {
  readonly title: string;
  /** Visible headings, labels, buttons and links, in their order. */
  readonly labels: readonly string[];
}

export interface ClickKind {
  readonly button: 'primary' | 'secondary' | 'auxiliary';
  readonly times: 1 | 2;
  /** Where in the element, in pixels; null: in its middle. */
  readonly at: { readonly x: number; readonly y: number } | null;
}

/**
 * A page in which a sign-in is played: what a browser driver implements. Each act happens as a person's would, by input
 * events that the page trusts, and returns false where the element or its document is not there any more; nothing was
 * typed then. No method waits for an element to come.
 */
export interface SignInPage<Found extends FoundElement = FoundElement> {
  /** The address of the page's document, where a navigation is not under way; null: there is none yet. */
  address(): Promise<string | null>;
  /** True once the run needs no more acts: the browser has come to the redirect URI. */
  isOver(): boolean;
  /** The best element for a query as the page is now; null: none. It stands still and can be acted on. */
  find(query: ElementQuery): Promise<Found | null>;
  count(query: ElementQuery): Promise<number>;
  click(element: Found, kind: ClickKind): Promise<boolean>;
  hover(element: Found): Promise<boolean>;
  /** Puts a text in place of what a field holds, or chooses the option of that value or label. */
  fill(element: Found, text: string): Promise<boolean>;
  scroll(element: Found | null, x: number, y: number): Promise<boolean>;
  /** The origin of the document that has the focus; null: none has. */
  focusedOrigin(): Promise<string | null>;
  press(key: SignInKey, way: 'down' | 'up'): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  describe(): Promise<PageDescription>;
}
