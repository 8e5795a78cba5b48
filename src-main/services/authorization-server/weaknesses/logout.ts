import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { sessionCookie } from '../authorize/session-cookie.ts';
import type { EndSessionContext } from '../logout/context.ts';
import { call } from '../outgoing-call.ts';

/** Flaws in how users are signed out. */
export const endSessionWeaknesses: readonly Weakness<EndSessionContext>[] = [
  /** Leads the browser wherever a link says. */
  {
    id: 'logout-open-redirect',
    pipeline: 'end-session',
    step: 'return-registered',
    title: 'Unregistered post_logout_redirect_uri accepted',
    clause: 'OpenID Connect RP-Initiated Logout §3',
    instead: (context) =>
      void (context.returnTo = formValue(context.form, 'post_logout_redirect_uri') ?? null),
  },
  /** Signs out whoever follows a link, or whose browser loads a picture. */
  {
    id: 'logout-csrf',
    pipeline: 'end-session',
    step: 'user-wants',
    title: 'User is signed out without a question (CSRF)',
    clause: 'OpenID Connect RP-Initiated Logout §2',
    instead: (context) => void (context.leaving = context.accounts),
  },
  /** Calls an address that the request names, as servers do that fill placeholders of a registered one from it. */
  {
    id: 'logout-ssrf',
    pipeline: 'end-session',
    step: 'clients-told',
    title: 'Logout token is sent to a URI of the request (SSRF)',
    clause: 'OpenID Connect Back-Channel Logout §2.2',
    instead: async ({ runtime, form }, original) => {
      await original();
      const url = formValue(form, 'backchannel_logout_uri');
      if (url === undefined || !URL.canParse(url)) return;
      const common = { method: 'POST', url, headers: [], timeoutMillis: 5_000, tags: [] } as const;
      await call(runtime, common).catch(() => undefined);
    },
  },
  /** Takes the cookie from the browser, and leaves the rest as it was. */
  {
    id: 'logout-half',
    pipeline: 'end-session',
    step: 'grants-revoked',
    title: 'Session, codes and refresh tokens outlive the sign-out',
    clause: 'OpenID Connect Back-Channel Logout §2.7',
    instead: () => undefined,
    alongside: {
      'session-ended': (context) => void (context.headers = sessionCookie('', context.runtime.issuer(), 0)),
    },
  },
];
