import type { Weakness } from '#main/platform/pipeline.ts';
import type { ClientContext } from '../context.ts';
import type { HandedContext } from '../token.ts';
import { clientAnswersUnbound } from './client-answers-unbound.ts';
import { clientCallbackShared } from './client-callback-shared.ts';
import { clientIssuerNotCompared } from './client-issuer-not-compared.ts';
import { clientNextAnywhere } from './client-next-anywhere.ts';
import { clientNonceNotCompared } from './client-nonce-not-compared.ts';
import { clientSessionKept } from './client-session-kept.ts';
import { clientSignInRepeatable } from './client-sign-in-repeatable.ts';
import { clientStateGuessable } from './client-state-guessable.ts';
import { clientStateNotCompared } from './client-state-not-compared.ts';
import { clientTokenOfAnybody } from './client-token-of-anybody.ts';
import { clientWithoutChallenge } from './client-without-challenge.ts';

/** Flaws that can stand in the steps of signing in. */
export const clientWeaknesses: readonly Weakness<ClientContext>[] = [
  clientAnswersUnbound,
  clientStateNotCompared,
  clientStateGuessable,
  clientWithoutChallenge,
  clientCallbackShared,
  clientIssuerNotCompared,
  clientSignInRepeatable,
  clientNonceNotCompared,
  clientSessionKept,
  clientNextAnywhere,
];

/** Flaws that can stand where a token is handed over. */
export const tokenWeaknesses: readonly Weakness<HandedContext>[] = [clientTokenOfAnybody];
