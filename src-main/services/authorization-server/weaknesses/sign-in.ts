import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue, isRedirectUri, parseScope } from '#shared/oauth/index.ts';
import { remember } from '../authorize/account-steps.ts';
import type { InteractionContext } from '../authorize/context.ts';
import { sessionIdOf } from '../authorize/session-cookie.ts';
import { consentHolder } from '../subject.ts';
import { required } from '../token/context.ts';

/** Flaws in the steps of our own pages. */
export const interactionWeaknesses: readonly Weakness<InteractionContext>[] = [
  /** Takes posts that another site made the browser send. */
  {
    id: 'form-forgeable',
    pipeline: 'authorize.*',
    step: 'csrf',
    title: 'Pages without anti-forgery token (CSRF)',
    clause: 'RFC 6749 §10.12',
    instead: () => undefined,
  },
  /** Lets another browser go on with a sign-in that somebody began. */
  {
    id: 'transaction-not-bound',
    pipeline: 'authorize.*',
    step: 'same-browser',
    title: 'Sign-in not bound to the browser',
    clause: 'RFC 9700 §4.7',
    instead: () => undefined,
  },
  /** Goes on with whoever signed in at the identity provider, in whichever browser: a link to it was enough. CVE-2026-27124 */
  {
    id: 'proxy-consent-unbound',
    pipeline: 'authorize.provider-callback',
    step: 'same-browser',
    title: 'Return from the identity provider not bound to the browser',
    clause: 'RFC 9700 §4.7',
    instead: () => undefined,
  },
  /** Forgets wrong guesses before each next one, so that no name is ever locked. */
  {
    id: 'guesses-not-counted',
    pipeline: 'authorize.sign-in',
    step: 'password-matches',
    title: 'No limit on password guesses at the sign-in page',
    clause: 'RFC 6819 §5.1.4.2.3',
    instead: (context, original) => {
      context.runtime.guesses.right(formValue(context.form, 'username') ?? '');
      return original();
    },
  },
  /** Remembers a consent that nobody gave and goes on. */
  {
    id: 'consent-not-asked',
    pipeline: 'authorize.sign-in',
    step: 'issue-or-ask',
    title: 'Consent not requested',
    clause: 'RFC 6749 §10.2',
    instead: (context, original) => {
      const { subject, request } = required(context.transaction);
      const { clientId, scopes } = request;
      context.runtime.consents.grant(
        consentHolder(required(subject)),
        clientId,
        scopes,
        context.nowMillis,
        request.documentHash,
      );
      return original();
    },
  },
  /** Sends the browser to the client in a way that makes it post user name and password there once more. */
  {
    id: 'redirect-posts-again',
    pipeline: 'authorize.sign-in',
    step: 'posted-once',
    title: '307 redirect after a password',
    clause: 'RFC 9700 §4.12',
    instead: (context) => void (context.clientStatus = 307),
  },
  /**
   * Keeps the session identifier that the browser had before the sign-in, even one that an attacker planted.
   */
  {
    id: 'session-not-renewed',
    pipeline: 'authorize.sign-in',
    step: 'browser-remembered',
    title: 'Session id not renewed at sign-in (session fixation)',
    clause: 'RFC 6265 §8.4',
    instead: (context) => {
      const { request, transaction } = context;
      remember(context, sessionIdOf(request) || required(transaction).cookieSecret);
    },
  },
  /** Grants what the posted form says, not what the person was shown. */
  {
    id: 'consent-form-trusted',
    pipeline: 'authorize.consent',
    step: 'issue',
    title: 'Consent form trusted',
    clause: 'RFC 6749 §3.3',
    instead: (context, original) => {
      const transaction = required(context.transaction);
      const { request } = transaction;
      const scope = parseScope(formValue(context.form, 'scope') ?? '') ?? [];
      const redirectUri = formValue(context.form, 'redirect_uri');
      context.transaction = {
        ...transaction,
        request: {
          ...request,
          ...(scope.length === 0 ? {} : { scopes: scope }),
          ...(redirectUri === undefined || !isRedirectUri(redirectUri) ? {} : { redirectUri }),
        },
      };
      return original();
    },
  },
  /** Looks only whether the page was answered. */
  {
    id: 'denial-not-heard',
    pipeline: 'authorize.consent',
    step: 'user-allows',
    title: 'Denied consent ignored',
    clause: 'RFC 6749 §4.1.2.1',
    instead: () => undefined,
  },
  /** Logs typed passwords, to find out why somebody cannot sign in. */
  {
    id: 'passwords-logged',
    pipeline: 'authorize.sign-in',
    step: 'password-matches',
    title: 'Passwords written to the log',
    clause: 'RFC 6819 §5.1.4.1.3',
    instead: (context, original) => {
      const [name, typed] = ['username', 'password'].map((field) => formValue(context.form, field) ?? '');
      context.runtime.logger.info('sign-in.attempt', { name, typed });
      return original();
    },
  },
];
