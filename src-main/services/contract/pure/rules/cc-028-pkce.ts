import type { Fact, RequestFact } from '#shared/contract/facts.ts';
import { factRule, type UntoldValue } from '#shared/contract/rule.ts';
import { isAuthorizationRequest, isTokenRequest, parameterOf } from './parts/oauth.ts';
import { hasUnknownNames, isUnknown } from './parts/placeholder.ts';

export const pkce = factRule({
  id: 'CC-028',
  title: 'A public client does not use PKCE',
  date: '2019-12-10',
  entries: ['2019-12-10-pkce-and-password-policies'],
  severity: 'warning',
  source: 'spec',
  detection:
    'An authorization request of a public client for a code without code_challenge, or a code exchange with neither client authentication nor code_verifier.',
  replacement: 'Send code_challenge with code_challenge_method=S256, and code_verifier with the code.',
  kinds: ['request'],
  applies: (fact) => asksForCode(fact) || exchangesCode(fact),
  check(fact) {
    if (fact.kind !== 'request') return [];
    const has = (name: string) => parameterOf(fact, name) !== null;
    if (asksForCode(fact)) {
      // The contents of a request object are not seen.
      const isSeen = !has('request') && !has('request_uri');
      if (!isSeen || has('code_challenge')) return [];
      if (isOpen(fact)) return [{ untold: { part: 'path' } }];
      if (!isPublic(fact)) return fact.client?.isPublic === false ? [] : untold(fact, 'redirect_uri');
      const open = untold(fact, 'response_type');
      if (open.length > 0) return open;
      return [
        {
          part: { part: 'path' },
          message: 'A public client requests a code without a code_challenge.',
          subject: 'code_challenge',
        },
      ];
    }
    const isConfidential =
      has('client_secret') || has('client_assertion') || fact.headers.has('authorization');
    // A client without authentication has to name itself (RFC 6749 §4.1.3): without that, the authentication was left
    // out of the artefact.
    if (isConfidential || has('code_verifier') || !has('client_id')) return [];
    const open = untold(fact, 'grant_type');
    if (open.length > 0) return open;
    if (isOpen(fact)) return [{ untold: { part: 'form', name: 'code' } }];
    return [
      {
        part: { part: 'form', name: 'code' },
        message: 'A code is exchanged without client authentication and without code_verifier.',
        subject: 'code_verifier',
      },
    ];
  },
});

function asksForCode(fact: Fact): boolean {
  if (fact.kind !== 'request' || !isAuthorizationRequest(fact)) return false;
  const type = parameterOf(fact, 'response_type')?.value;
  return type !== undefined && (type.split(' ').includes('code') || isUnknown(type));
}

/** The answer on a parameter whose value is not told; empty: it is told, or not there. */
function untold(fact: RequestFact, name: string): readonly UntoldValue[] {
  const given = parameterOf(fact, name);
  return given !== null && isUnknown(given.value) ? [{ untold: { part: given.part, name } }] : [];
}

/** True if further parameters may be sent. */
function isOpen(fact: RequestFact): boolean {
  return !fact.isBodyTold || hasUnknownNames(fact.query);
}

function isPublic(fact: RequestFact): boolean {
  return fact.client?.isPublic === true || isNative(fact);
}

function exchangesCode(fact: Fact): boolean {
  return (
    fact.kind === 'request' &&
    isTokenRequest(fact) &&
    (grantOf(fact) === 'authorization_code' || isUnknown(grantOf(fact)))
  );
}

function grantOf(fact: RequestFact): string | undefined {
  return fact.form.get('grant_type')?.[0];
}

/** An app takes the answer by a scheme of its own, or on this machine. RFC 8252 §7 */
function isNative(fact: RequestFact): boolean {
  const target = parameterOf(fact, 'redirect_uri')?.value ?? '';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(target)?.[1]?.toLowerCase();
  if (scheme === undefined || scheme === 'https') return false;
  return scheme !== 'http' || /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/i.test(target);
}
