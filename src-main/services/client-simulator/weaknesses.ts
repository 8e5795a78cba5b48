import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { takeUp } from './callback.ts';
import { type ClientContext, required } from './context.ts';
import type { LogoutContext } from './logout.ts';
import { markSignedIn } from './sign-in.ts';
import type { HandedContext } from './token.ts';

/** Flaws in the steps of signing in. */
export const clientWeaknesses: readonly Weakness<ClientContext>[] = [
  /** Ties answers to nothing: neither state nor challenge nor nonce keeps those of other people’s sign-ins away. */
  {
    id: 'client-answers-unbound',
    pipeline: 'client.*',
    step: 'state-same',
    title: 'Client does not bind responses to a sign-in (login CSRF)',
    clause: 'RFC 6749 §10.12',
    instead: (context, original) => {
      const pending = context.session?.pending.at(-1);
      if (pending === undefined) return original();
      takeUp(context, pending);
      return undefined;
    },
    alongside: { 'challenge-made': () => undefined, 'id-token-ours': () => undefined },
  },
  /** Takes any answer for that of the sign-in begun last: an attacker can sign somebody in as themselves. */
  {
    id: 'client-state-not-compared',
    pipeline: 'client.callback',
    step: 'state-same',
    title: 'Client does not compare state',
    clause: 'RFC 6749 §10.12',
    instead: (context, original) => {
      const pending = context.session?.pending.at(-1);
      if (pending === undefined) return original();
      takeUp(context, pending);
      return undefined;
    },
  },
  /** Derives the state from the name of the provider, so that anybody can compute it. */
  {
    id: 'client-state-guessable',
    pipeline: 'client.start',
    step: 'state-made',
    title: 'Client uses predictable state',
    clause: 'RFC 6749 §10.10',
    instead: async (context, original) => {
      await original();
      context.pending = { ...required(context.pending), state: `sign-in-${context.providerName}` };
    },
  },
  /** Sends no challenge, so that a stolen code fits any sign-in. */
  {
    id: 'client-without-challenge',
    pipeline: 'client.start',
    step: 'challenge-made',
    title: 'Client does not use PKCE',
    clause: 'RFC 9700 §2.1.1',
    instead: () => undefined,
  },
  /** Takes answers of every provider at every address. */
  {
    id: 'client-callback-shared',
    pipeline: 'client.callback',
    step: 'provider-of-path',
    title: 'Client accepts responses at the callback of another provider',
    clause: 'RFC 9700 §4.4.2.2',
    instead: () => undefined,
  },
  /** Does not look from whom an answer is: the code of one server goes to another. */
  {
    id: 'client-issuer-not-compared',
    pipeline: 'client.callback',
    step: 'issuer-same',
    title: 'Client does not compare iss (mix-up)',
    clause: 'RFC 9207 §2.4',
    instead: () => undefined,
  },
  /** Takes the same answer again, and presents its code a second time. */
  {
    id: 'client-sign-in-repeatable',
    pipeline: 'client.callback',
    step: 'finished-once',
    title: 'Client redeems a code twice',
    clause: 'RFC 6749 §4.1.2',
    instead: () => undefined,
  },
  /** Believes an ID token that was made for another sign-in, or for another application. */
  {
    id: 'client-nonce-not-compared',
    pipeline: 'client.callback',
    step: 'id-token-ours',
    title: 'Client does not check the ID token',
    clause: 'OpenID Connect Core §3.1.3.7',
    instead: () => undefined,
  },
  /** Signs the user in within the session that the browser came with, even one that an attacker planted. */
  {
    id: 'client-session-kept',
    pipeline: 'client.callback',
    step: 'session-renewed',
    title: 'Client does not renew the session id (session fixation)',
    clause: 'RFC 6265 §8.4',
    instead: (context, original) => {
      if (context.session === null) return original();
      markSignedIn(context);
      return undefined;
    },
  },
  /** Leads browsers wherever a link says. */
  {
    id: 'client-next-anywhere',
    pipeline: 'client.*',
    step: 'next-own',
    title: 'Client is an open redirector',
    clause: 'RFC 9700 §4.11.1',
    instead: (context) => void (context.next = formValue(context.form, 'next') ?? null),
  },
];

/** Flaws in handing over a token. */
export const tokenWeaknesses: readonly Weakness<HandedContext>[] = [
  /** Signs in the user of any valid token, even of one that was issued to another application. */
  {
    id: 'client-token-of-anybody',
    pipeline: 'client.token',
    step: 'token-ours',
    title: 'Client accepts tokens issued to other clients',
    clause: 'RFC 6749 §10.16',
    instead: () => undefined,
  },
];

/** Flaws in how the application is told of sign-outs. */
export const logoutWeaknesses: readonly Weakness<LogoutContext>[] = [
  /** Believes whoever posts a logout token. */
  {
    id: 'client-logout-unsigned',
    pipeline: 'client.logout',
    step: 'logout-token-signed',
    title: 'Client does not verify logout tokens',
    clause: 'OpenID Connect Back-Channel Logout §2.6',
    instead: () => undefined,
  },
  /** Takes the logout tokens that a server made for another application, and those of other servers. */
  {
    id: 'client-logout-of-others',
    pipeline: 'client.logout',
    step: 'logout-token-ours',
    title: 'Client accepts logout tokens of other parties',
    clause: 'OpenID Connect Back-Channel Logout §2.6',
    instead: () => undefined,
  },
  /** Takes an ID token, which many parties see, for a logout token. */
  {
    id: 'client-logout-id-token',
    pipeline: 'client.logout',
    step: 'logout-token-kind',
    title: 'Client accepts ID tokens as logout tokens',
    clause: 'OpenID Connect Back-Channel Logout §2.6',
    instead: () => undefined,
    // ID tokens have no jti, and live longer.
    alongside: {
      'logout-token-fresh': (context, original) =>
        required(context.jws).claims['events'] === undefined ? undefined : original(),
    },
  },
  /** Takes the same logout token again, and one that has expired. */
  {
    id: 'client-logout-replayable',
    pipeline: 'client.logout',
    step: 'logout-token-fresh',
    title: 'Client accepts used and expired logout tokens',
    clause: 'OpenID Connect Back-Channel Logout §2.6',
    instead: () => undefined,
  },
];
