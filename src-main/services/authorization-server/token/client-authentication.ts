import { hash, timingSafeEqual } from 'node:crypto';
import { decodeFormComponent, formValue } from '#shared/oauth/index.ts';
import type { Client } from '#shared/workspace/index.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import type { ClientMethod, TokenContext } from './context.ts';

interface Credentials {
  readonly clientId: string;
  readonly secret: string;
  readonly method: ClientMethod;
}

const basicScheme = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i;
const nobody = Buffer.alloc(32);

/**
 * Refuses a request that proves the client's identity in two ways.
 * @throws OAuthError invalid_request
 */
export function checkOneMethod(context: TokenContext): void {
  if (context.request.headers.authorization === undefined) return;
  if (formValue(context.form, 'client_secret') !== undefined) {
    throw invalidRequest('The client must not use more than one authentication method.', {
      got: 'Authorization header and client_secret in the body',
    });
  }
}

/**
 * Finds out which client is asking: HTTP Basic, the body, or client_id alone for a public client. RFC 6749 §2.3.1.
 * @throws OAuthError invalid_client
 */
export function authenticateClient(context: TokenContext): void {
  const credentials = readCredentials(context);
  const client = context.runtime.registrations().client(credentials.clientId);
  // The comparison runs for an unknown client as well, so that both refusals take the same time.
  const matches = secretMatches(credentials.secret, client?.secretSha256 ?? null);
  if (client === undefined) throw invalidClient('No such client is registered.', credentials.clientId);
  context.notes.tags.push(`client:${client.clientId}`);
  checkSecret(client, credentials, matches);
  context.client = client;
  context.clientMethod = credentials.method;
}

function checkSecret(client: Client, { secret, clientId }: Credentials, matches: boolean): void {
  if (client.secretSha256 === null) {
    if (secret !== '') throw invalidClient('A public client has no secret, yet one was sent.', clientId);
  } else if (secret === '') {
    throw invalidClient('This client has a secret and sent none.', clientId);
  } else if (!matches) {
    throw invalidClient('The secret is wrong.', clientId);
  }
}

function readCredentials(context: TokenContext): Credentials {
  const { authorization } = context.request.headers;
  const clientId = formValue(context.form, 'client_id');
  if (authorization !== undefined) return readBasic(authorization, clientId);
  if (clientId === undefined) throw invalidClient('The request does not say which client sends it.');
  const secret = formValue(context.form, 'client_secret') ?? '';
  return { clientId, secret, method: secret === '' ? 'client_id alone' : 'body' };
}

function readBasic(authorization: string, bodyClientId: string | undefined): Credentials {
  const encoded = basicScheme.exec(authorization)?.[1];
  if (encoded === undefined) throw invalidClient('The Authorization header is not HTTP Basic.');
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon === -1) throw invalidClient('The Basic credentials have no colon.');
  const clientId = decodeFormComponent(pair.slice(0, colon));
  const secret = decodeFormComponent(pair.slice(colon + 1));
  if (clientId === null || secret === null)
    throw invalidClient('The Basic credentials are not form-encoded.');
  if (bodyClientId !== undefined && bodyClientId !== clientId) {
    throw invalidRequest('The client_id in the body is not that of the Authorization header.', {
      want: clientId,
      got: bodyClientId,
    });
  }
  return { clientId, secret, method: 'Basic' };
}

function secretMatches(secret: string, expected: Uint8Array | null): boolean {
  return timingSafeEqual(hash('sha256', secret, 'buffer'), expected ?? nobody);
}

function invalidClient(detail: string, got?: string): OAuthError {
  return new OAuthError('invalid_client', {
    description: 'Invalid client or client credentials',
    detail,
    ...(got === undefined ? {} : { got }),
  });
}
