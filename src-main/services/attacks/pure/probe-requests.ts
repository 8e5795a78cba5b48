import { formRequest, type SendStep } from '#shared/flows/index.ts';
import type { ClientAuthentication } from '#shared/oauth/index.ts';
import { authenticated } from './credentials.ts';

/** An answer, as far as the probe reads it. */
interface Answer {
  readonly status: number;
  readonly body: string;
}

/**
 * A token request with a code that never was: a server that takes the credentials says `invalid_grant` or the like, one
 * that does not says `invalid_client`. RFC 6749 §5.2
 */
export function authenticationProbe(authentication: ClientAuthentication): SendStep {
  const form = formRequest(
    '',
    [
      ['grant_type', 'authorization_code'],
      ['code', 'no-such-code'],
      ['redirect_uri', '{{redirect_uri?}}'],
    ],
    [['Accept', 'application/json']],
  );
  const bare = { ...form, origin: '{{token_origin}}', path: '{{token_path}}' };
  return {
    act: 'send',
    id: 'token',
    remark: '',
    from: 'client',
    to: 'as',
    ...authenticated(bare, { authentication, prefix: '' }),
    browser: null,
    reading: 'any',
    prefix: '',
    captures: [],
    times: 1,
    isInTurn: false,
  };
}

/** The other way of sending a secret; null: there is none. */
export function otherWay(authentication: ClientAuthentication): ClientAuthentication | null {
  if (authentication === 'client_secret_basic') return 'client_secret_post';
  return authentication === 'client_secret_post' ? 'client_secret_basic' : null;
}

/** True if an answer says that the client is not known, or not by these credentials. RFC 6749 §5.2 */
export function isClientRefused({ status, body }: Answer): boolean {
  const error = memberOf(body, 'error');
  return error === 'invalid_client' || (status === 401 && error === null);
}

/** An answer in the words of the server, for a sentence. */
export function refusalOf({ status, body }: Answer): string {
  const words = [memberOf(body, 'error'), memberOf(body, 'error_description')].filter(
    (part) => part !== null,
  );
  return words.length === 0 ? `status ${status}` : `${status}, ${words.join(': ')}`;
}

function memberOf(body: string, name: string): string | null {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return null;
    const member: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
    return typeof member === 'string' ? member.slice(0, 200) : null;
  } catch {
    return null;
  }
}
