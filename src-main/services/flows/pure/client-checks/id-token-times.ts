import { type ClientCheck, type Finding, failed, passed } from './check.ts';
import type { IdTokenSeen } from './id-token-seen.ts';

/** The difference of the clocks that is forgiven, in seconds. */
export const skewSeconds = 30;

function secondsOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function authTime({ claims, nowSeconds, maxAgeSeconds }: IdTokenSeen): Finding | null {
  if (maxAgeSeconds === null) return null;
  const at = secondsOf(claims['auth_time']);
  if (at === null) return failed('auth_time is missing, but max_age was sent.');
  const age = Math.floor(nowSeconds - at);
  return age <= maxAgeSeconds + skewSeconds
    ? passed(`The sign-in was ${Math.max(0, age)} s ago. max_age is ${maxAgeSeconds} s.`)
    : failed(`The sign-in was ${age} s ago, but max_age is ${maxAgeSeconds} s.`);
}

/** The checks of the instants in an ID token, with 30 s for clocks that differ. */
export const idTokenTimeChecks: readonly ClientCheck<IdTokenSeen>[] = [
  {
    id: 'expiry',
    title: 'ID token has not expired',
    clause: 'OpenID Connect Core §3.1.3.7',
    run({ claims, nowSeconds }) {
      const at = secondsOf(claims['exp']);
      if (at === null) return failed('exp is missing or not a number.');
      return nowSeconds < at + skewSeconds
        ? passed(`It is valid for ${Math.floor(at - nowSeconds)} s.`)
        : failed(`It expired ${Math.floor(nowSeconds - at)} s ago.`);
    },
  },
  {
    id: 'issued-at',
    title: 'ID token was not issued in the future',
    clause: 'OpenID Connect Core §3.1.3.7',
    run({ claims, nowSeconds }) {
      const at = secondsOf(claims['iat']);
      if (at === null) return failed('iat is missing or not a number.');
      return at <= nowSeconds + skewSeconds
        ? passed(`It was issued ${Math.max(0, Math.floor(nowSeconds - at))} s ago.`)
        : failed(`Its iat is ${Math.ceil(at - nowSeconds)} s in the future.`);
    },
  },
  {
    id: 'auth-time',
    title: 'Sign-in is not older than max_age',
    clause: 'OpenID Connect Core §3.1.3.7',
    run: (seen) => (seen.earlier === null ? authTime(seen) : null),
  },
];
