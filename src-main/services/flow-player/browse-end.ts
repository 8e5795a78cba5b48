import type { RawResponse } from '#main/platform/raw-http.ts';
import type { CallbackSeen } from './callback-seen.ts';
import type { SendOutcome } from './player.ts';
import type { PagePicture } from './sign-in/driven-page.ts';

/** The end of a walk through the front channel. */
export type BrowseEnd =
  | { readonly end: 'callback'; readonly callback: CallbackSeen }
  /** A page that nobody can answer: an error page, most of the time. */
  | { readonly end: 'page'; readonly response: RawResponse; readonly message?: string }
  /** The page at which the step stops. */
  | { readonly end: 'shown'; readonly response: RawResponse }
  /** `act`: number of the act of the sign-in's file at which it stopped, from 1. */
  | { readonly end: 'failure'; readonly message: string; readonly act?: number };

/** Hooks to stop the walk and to follow it. */
export interface BrowseHooks {
  readonly signal?: AbortSignal;
  /** Takes a picture of the page at which a browser stopped on its way to the client; absent: none is taken. */
  readonly onStopped?: (picture: PagePicture) => void;
  readonly onHop?: (kind: 'authorize' | 'page', outcome: SendOutcome) => void;
}

export const cancelledEnd: BrowseEnd = { end: 'failure', message: 'The run was cancelled.' };
