import type { RawResponse } from '#main/platform/raw-http.ts';
import type { SignInKey } from '#shared/sign-ins/index.ts';
import type { PageForm } from '../page-form.ts';
import type { ElementPlace, SeenPage } from './page-seen.ts';

/** A document that a browser asks for; it waits until it is said what becomes of it. */
export interface HeldDocument {
  readonly method: string;
  /** With its fragment, which never goes over the wire. */
  readonly url: string;
  readonly postData: Uint8Array | null;
  /** The page itself asks, and not a frame in it. */
  readonly isTop: boolean;
}

/** A document that a browser was given. */
export interface SeenDocument {
  readonly exchangeId: string;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: readonly string[];
  readonly requestBody: Uint8Array | null;
  readonly response: RawResponse | null;
  readonly failure: string | null;
  readonly durationMillis: number;
  readonly isTop: boolean;
}

/** A cookie as a browser and a cookie jar hand it to each other. */
export interface PlayCookie {
  readonly name: string;
  readonly value: string;
  /** With a leading dot: of the hosts below it too. RFC 6265 §5.1.3 */
  readonly domain: string;
  readonly path: string;
  readonly isSecure: boolean;
  readonly isHttpOnly: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}

/** Where a play goes on in a browser. */
export interface OpenPage {
  /** The page at which the walk over plain HTTP has arrived, and its answer: the browser is given it. */
  readonly url: string;
  readonly answer: RawResponse;
  readonly cookies: readonly PlayCookie[];
  /** Tags of the exchanges that the browser makes. */
  readonly tags: readonly string[];
  /** Values that stand in no record in clear, those too that are typed later. */
  readonly hidden: () => readonly string[];
  /** Decides of each document that is asked for: true holds it and answers it here, because it leads to the client. */
  readonly isAnswer: (document: HeldDocument) => boolean;
  readonly onDocument: (document: SeenDocument) => void;
  readonly signal: AbortSignal;
}

/** A picture of a page, small enough to be kept. */
export interface PagePicture {
  readonly mediaType: 'image/jpeg';
  readonly base64: string;
}

/** How an element is pressed; absent: once, in its middle, with the first button. */
export interface PressHow {
  readonly button: 'left' | 'right' | 'middle';
  readonly times: 1 | 2;
  /** Where in the element, in pixels; null: in its middle. */
  readonly at: { readonly x: number; readonly y: number } | null;
}

/** How a page came to its end without having been closed. */
export interface PageEnd {
  readonly message: string;
}

/**
 * A page in a browser that signs people in. The driver without a description and the player of recorded acts both act
 * on it; neither knows the browser.
 */
export interface DrivenPage {
  /** Settles when the page is gone. */
  readonly ended: Promise<PageEnd>;
  /** Everything that could be acted on now, frame by frame. */
  look(): Promise<SeenPage>;
  /** Replaces the contents of a field with a text, if its document has this origin. */
  type(at: ElementPlace, text: string, origin: string): Promise<'typed' | 'gone' | 'refused' | 'elsewhere'>;
  /** Presses an element as a pointer would; `covered`: something lies over it. */
  press(at: ElementPlace, how?: PressHow): Promise<'pressed' | 'covered' | 'gone'>;
  /** Moves the pointer over an element; false: it is gone, or something lies over it. */
  hover(at: ElementPlace): Promise<boolean>;
  /** Presses or lets go a key, wherever the focus is. */
  stroke(key: SignInKey, way: 'down' | 'up'): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Presses a key while an element has the focus. */
  key(at: ElementPlace, key: 'Enter' | 'Tab' | 'Escape'): Promise<boolean>;
  /** The form of an element as it would be sent; without an element the first one. */
  form(at: ElementPlace | null): Promise<PageForm | null>;
  /**
   * Runs an expression of the engine in a frame, in a world that scripts of the page do not see. `gatehouse.look` and
   * `gatehouse.hands` are there; an element that `gatehouse.look.keep(element)` has numbered can be acted on.
   */
  evaluate(frame: string, expression: string): Promise<unknown>;
  /** A picture of the page in which nothing shows one of the values; null: none that is sure could be taken. */
  picture(hidden: readonly string[]): Promise<PagePicture | null>;
  /** Number of requests under way. */
  pending(): number;
  cookies(): Promise<readonly PlayCookie[]>;
  /** Puts the page away; what it has not told yet is told before this returns. */
  close(): void;
}

/** Browsers without a window, for plays that nobody watches. */
export interface PlayBrowsers {
  /**
   * Opens a page of its own, which shares nothing with any other.
   * @throws browser.not-found, browser.root-refused, browser.did-not-start, browser.closed
   */
  open(page: OpenPage): Promise<DrivenPage>;
}
