import { type ClientCheck, type Finding, failed, notChecked, passed } from './check.ts';
import type { IdTokenSeen } from './id-token-seen.ts';

interface Hashed {
  readonly claim: 'at_hash' | 'c_hash';
  readonly text: string | null;
  readonly isRequired: boolean;
}

/** Compares a hash claim with the value that it belongs to. OpenID Connect Core §3.3.2.11 */
function compare({ claims, halfHash }: IdTokenSeen, { claim, text, isRequired }: Hashed): Finding | null {
  const came = claims[claim];
  if (text === null) return null;
  if (came === undefined) return isRequired ? failed(`The required claim ${claim} is missing.`) : null;
  const expected = halfHash(text);
  if (expected === null) return notChecked('Its algorithm does not define a hash.');
  return came === expected ? passed('The hash matches.') : failed(`The hash in ${claim} does not match.`);
}

/** The checks that bind an ID token to the other parts of its response. */
export const idTokenHashChecks: readonly ClientCheck<IdTokenSeen>[] = [
  {
    id: 'access-token-hash',
    title: 'ID token belongs to the access token',
    clause: 'OpenID Connect Core §3.2.2.9',
    run: (seen) => compare(seen, { claim: 'at_hash', text: seen.accessToken, isRequired: seen.isFront }),
  },
  {
    id: 'code-hash',
    title: 'ID token belongs to the code',
    clause: 'OpenID Connect Core §3.3.2.10',
    run: (seen) => compare(seen, { claim: 'c_hash', text: seen.code, isRequired: seen.isFront }),
  },
];
