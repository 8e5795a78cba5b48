import type { DrivenPage, PlayBrowsers, PlayCookie } from './driven-page.ts';

/** How people are signed in at a server while nobody is at the screen. */
export interface SignInWays {
  readonly with: 'auto' | 'forms' | 'browser';
  /** Origins at which something may be typed, besides those of issuer and authorization endpoint. */
  readonly origins: readonly string[];
  /** Null: this host starts none. */
  readonly browsers: PlayBrowsers | null;
  readonly memory: SignInMemory;
  /** Sessions that are kept from one play to the next; null: each play begins as a stranger. */
  readonly sessions: PlaySessions | null;
  /** The description of the sign-in; null: its pages are understood without one. */
  readonly acts: DescribedSignIn | null;
  /** The current one-time code of a user; null if the user has none. Each code is given out once. */
  readonly oneTimeCode: (username: string) => Promise<string | null> | string | null;
}

/** Sessions of users at one server. */
export interface PlaySessions {
  /** The cookies of a user; empty: nobody is signed in. */
  cookiesOf(username: string): Promise<readonly PlayCookie[]>;
  keep(username: string, cookies: readonly PlayCookie[]): void;
}

/** A play of the acts of a file. */
export interface ActsPlay {
  readonly page: DrivenPage;
  readonly username: string;
  /** Null: none is stored. */
  readonly password: string | null;
  readonly oneTimeCode: () => Promise<string>;
  /** True of the origins at which something may be typed. */
  readonly isAllowed: (origin: string) => boolean;
  /** True once the browser has come to the redirect URI. */
  readonly isOver: () => boolean;
  readonly signal: AbortSignal;
}

/** Why and where a play of acts stopped, and the page that was there instead. */
export interface ActsStopped {
  /** The act, from 1, and how many there are. */
  readonly act: number;
  readonly of: number;
  readonly reason: 'not-found' | 'elsewhere' | 'time' | 'no-value' | 'cancelled';
  /** The origin at which nothing is typed; null: another reason. */
  readonly origin: string | null;
  readonly missing: 'password' | 'totp' | null;
  /** Without the values of the user; null: there was no page. */
  readonly there: { readonly title: string; readonly labels: readonly string[] } | null;
}

/** A sign-in that a file describes. */
export interface DescribedSignIn {
  /** The name of its file. */
  readonly name: string;
  /** Plays its acts; null: all were played. */
  readonly play: (
    play: ActsPlay,
  ) => Promise<{ readonly hasTypedPassword: boolean; readonly stopped: ActsStopped | null }>;
}

/** The experience with servers that is kept as long as an engine lives. */
export interface SignInMemory {
  /** True of a target that was found not to be answered by plain forms. */
  needsBrowser(target: string): boolean;
  noteBrowser(target: string): void;
  /** True of a password that a server refused: it is not sent again until it is another one. */
  isRefused(target: string, username: string, password: string): Promise<boolean> | boolean;
  noteRefused(target: string, username: string, password: string): Promise<void> | void;
  noteAccepted(target: string, username: string, password: string): void;
}
