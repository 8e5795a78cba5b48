import type { StartLink } from '#shared/web-session/messages.ts';

/** A way to the screens for somebody who may use them, for one window: by a page of the state, or by a link. */
export interface Opening extends StartLink {
  readonly origin: string;
  /** Path of the page that leads on to the link, where one was asked for. */
  readonly page: string | null;
}

/**
 * Ways to start a browser: with a page, because others on this machine can read its command line; or with a link that
 * a person copies.
 */
export const openingKinds = ['page', 'link'] as const;
export type OpeningKind = (typeof openingKinds)[number];

/** Makes a way to the screens, with its page in a state; null when the host shows none in a browser. */
export type OpenScreens = (kind: OpeningKind, stateDirectory: string) => Opening | null;
