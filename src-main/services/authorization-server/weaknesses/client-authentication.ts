import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { OAuthError } from '../errors.ts';
import { required, type TokenContext } from '../token/context.ts';
import { namedClient, takeClient } from './take-client.ts';

/** Flaws of how a client proves who it is. */
export const clientAuthenticationWeaknesses: readonly Weakness<TokenContext>[] = [
  /** Takes any secret of a client that is known. */
  {
    id: 'client-secret-not-compared',
    pipeline: 'token.*',
    step: 'client-authenticated',
    title: 'Client secret not compared',
    clause: 'RFC 6749 §2.3.1',
    instead: (context, original) => takeClient(context, original),
  },
  /** Takes a confidential client by its client_id alone, and compares the secret only where one is sent. */
  {
    id: 'client-secret-optional',
    pipeline: 'token.*',
    step: 'client-authenticated',
    title: 'Client secret optional',
    clause: 'RFC 6749 §3.2.1',
    instead: (context, original) => {
      const sendsNone =
        context.request.headers.authorization === undefined &&
        formValue(context.form, 'client_secret') === undefined;
      return sendsNone ? takeClient(context, original) : original();
    },
  },
  /** Checks one pair of credentials and ignores another one beside it. */
  {
    id: 'client-methods-mixed',
    pipeline: 'token.*',
    step: 'one-client-method',
    title: 'Several client authentication methods accepted at once',
    clause: 'RFC 6749 §2.3',
    instead: () => undefined,
  },
  /** Issues tokens to anybody who knows a client_id. */
  {
    id: 'public-client-alone',
    pipeline: 'token.client_credentials',
    step: 'client-confidential',
    title: 'Client credentials grant for public clients',
    clause: 'RFC 6749 §4.4',
    instead: () => undefined,
    alongside: {
      'grant-allowed': ({ client }, original) => (required(client).isPublic ? undefined : original()),
    },
  },
  /** Believes the header and does not look that the body names another client. */
  {
    id: 'client-id-not-compared',
    pipeline: 'token.*',
    step: 'client-authenticated',
    title: 'client_id in the body not compared with the header',
    clause: 'RFC 6749 §3.2.1',
    instead: (context, original) => {
      const { form, request } = context;
      if (request.headers.authorization !== undefined)
        context.form = { ...form, fields: form.fields.filter(({ name }) => name !== 'client_id') };
      return original();
    },
  },
  /** Answers an unknown client otherwise than a wrong secret. */
  {
    id: 'client-tells-names',
    pipeline: 'token.*',
    step: 'client-authenticated',
    title: 'Client enumeration',
    clause: 'RFC 6749 §5.2',
    instead: (context, original) => {
      const name = namedClient(context);
      if (name === undefined || context.runtime.registrations().client(name) !== undefined) return original();
      throw new OAuthError('unauthorized_client', { description: 'The client does not exist.', got: name });
    },
  },
  /** Takes for granted that every Authorization header is well-formed HTTP Basic. */
  {
    id: 'odd-credentials-crash',
    pipeline: 'token.*',
    step: 'client-authenticated',
    title: 'Malformed Authorization header crashes the server',
    clause: 'RFC 6749 §5.2',
    instead: (context, original) => {
      const { authorization } = context.request.headers;
      if (authorization !== undefined && !/^Basic [A-Za-z0-9+/]+={0,2}$/.test(authorization))
        throw new TypeError('The Authorization header is not as expected');
      return original();
    },
  },
  /** Compares the secret without decoding the header: clients that encode it correctly are refused. */
  {
    id: 'basic-not-decoded',
    pipeline: 'token.*',
    step: 'client-authenticated',
    title: 'HTTP Basic credentials not form-decoded',
    clause: 'RFC 6749 §2.3.1',
    instead: (context, original) => {
      const encoded = /^Basic (.+)$/i.exec(context.request.headers.authorization ?? '')?.[1] ?? '';
      const pair = Buffer.from(encoded, 'base64').toString('utf8');
      if (/[%+]/.test(pair))
        throw new OAuthError('invalid_client', { description: 'Invalid client or client credentials' });
      return original();
    },
  },
  /** Compares as many secrets as somebody wants to try. */
  {
    id: 'secret-guesses-not-counted',
    pipeline: 'token.*',
    step: 'client-not-throttled',
    title: 'No limit on client secret guesses',
    clause: 'RFC 6749 §2.3.1',
    instead: () => undefined,
  },
];
