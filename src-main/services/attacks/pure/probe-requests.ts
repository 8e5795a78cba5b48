import { jsonOf } from '#shared/attacks/index.ts';
import { formRequest, plainSend, type SendStep } from '#shared/flows/index.ts';
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
  return plainSend({
    id: 'token',
    from: 'client',
    to: 'as',
    ...authenticated(bare, { authentication, prefix: '' }),
    reading: 'any',
  });
}

/** The other way of sending a secret; null: there is none. */
export function otherWay(authentication: ClientAuthentication): ClientAuthentication | null {
  if (authentication === 'client_secret_basic') return 'client_secret_post';
  return authentication === 'client_secret_post' ? 'client_secret_basic' : null;
}

/** True if an answer says that the client is not known, or not by these credentials. RFC 6749 §5.2 */
export function isClientRefused(answer: Answer): boolean {
  const error = memberOf(answer, 'error');
  return error === 'invalid_client' || (answer.status === 401 && error === null);
}

/** An answer in the words of the server, for a sentence. */
export function refusalOf(answer: Answer): string {
  const words = ['error', 'error_description'].flatMap((name) => memberOf(answer, name) ?? []);
  return words.length === 0 ? `status ${answer.status}` : `${answer.status}, ${words.join(': ')}`;
}

function memberOf(answer: Answer, name: string): string | null {
  const member = jsonOf(answer)?.[name];
  return typeof member === 'string' ? member.slice(0, 200) : null;
}
