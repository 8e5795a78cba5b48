import type { SignInFile } from '#shared/sign-ins/index.ts';
import type { PlayBrowsers } from './driven-page.ts';

/** How people are signed in at a server while nobody is at the screen. */
export interface SignInWays {
  readonly with: 'auto' | 'forms' | 'browser';
  /** Origins at which something may be typed, besides those of issuer and authorization endpoint. */
  readonly origins: readonly string[];
  /** Null: this host starts none. */
  readonly browsers: PlayBrowsers | null;
  readonly memory: SignInMemory;
  /** The description of the sign-in; null: its pages are understood without one. */
  readonly acts: DescribedSignIn | null;
  /** The code of the moment of a user; null: none is known. One code is given out once. */
  readonly oneTimeCode: (username: string) => Promise<string | null> | string | null;
}

/** A sign-in that a file describes. */
export interface DescribedSignIn {
  /** The name of its file. */
  readonly name: string;
  readonly file: SignInFile;
  /** Takes the file with the acts optional that a play passed without. */
  readonly learn: (file: SignInFile) => void;
}

/** The experience with servers that is kept as long as an engine lives. */
export interface SignInMemory {
  /** True of a target that was found not to be answered by plain forms. */
  needsBrowser(target: string): boolean;
  noteBrowser(target: string): void;
  /** True of a password that a server refused: it is not sent again until it is another one. */
  isRefused(target: string, username: string, password: string): boolean;
  noteRefused(target: string, username: string, password: string): void;
  noteAccepted(target: string, username: string, password: string): void;
}
