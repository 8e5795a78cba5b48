import type { Weakness } from '#main/platform/pipeline.ts';
import { unverifiedClaims } from '#main/platform/unverified-jwt.ts';
import { formValue, percentEncode } from '#shared/oauth/index.ts';
import type { AuthorizeContext, FrontContext } from '../authorize/context.ts';
import { alter, changeHeaders } from './alter.ts';

/** Flaws in which response modes the authorization endpoint takes. */
export const signedResponseWeaknesses: readonly Weakness<AuthorizeContext>[] = [
  /** Sends tokens in the query: the signature hides nothing from logs and histories. */
  {
    id: 'jarm-token-in-query',
    pipeline: 'authorize',
    step: 'response-mode',
    title: 'Access token in a JWT in the query',
    clause: 'JARM §2.3.1',
    instead: (context, original) => {
      if (formValue(context.form, 'response_mode') !== 'query.jwt') return original();
      context.responseMode = 'query.jwt';
      return undefined;
    },
  },
];

/** Repeats beside the JWT what is in it: a client that reads these parameters has no signature over them. */
export const jarmLeaks: Weakness<FrontContext> = {
  id: 'jarm-leaks',
  pipeline: 'authorize*',
  step: 'answer-guarded',
  title: 'Parameters outside the JWT of the response',
  clause: 'JARM §2.3',
  instead: (context) =>
    alter(context, (response) =>
      changeHeaders(response, (name, value) => (name === 'location' ? withPlainParameters(value) : value)),
    ),
};

function withPlainParameters(location: string): string {
  const { search, hash } = URL.parse(location) ?? { search: '', hash: '' };
  const jwt = new URLSearchParams(hash === '' ? search : hash.slice(1)).get('response');
  if (jwt === null) return location;
  const claims = unverifiedClaims(jwt);
  const plain = ['code', 'state', 'iss'].flatMap((name) => {
    const value = claims[name];
    return typeof value === 'string' ? [`${name}=${percentEncode(value)}`] : [];
  });
  return [location, ...plain].join('&');
}
