import { hash, timingSafeEqual } from 'node:crypto';
import type { Step } from '#main/platform/pipeline.ts';
import {
  decodeFormComponent,
  formValue,
  type HostedAuthentication,
  type SecretAuthentication,
} from '#shared/oauth/index.ts';
import type { Client } from '#shared/workspace/index.ts';
import { documentSteps } from '../client-documents/steps.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import { profileClientSteps } from '../profiles/back-steps.ts';
import { clientAssertionSteps, readAssertionStep } from './client-assertion.ts';
import { type BackContext, type ClientMethod, documentIdOf, required } from './context.ts';
import { type Fault, invalidClient, refuseClient, sourceOf } from './refuse-client.ts';

interface Credentials {
  readonly clientId: string;
  readonly secret: string;
  readonly method: ClientMethod;
}

const basicScheme = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i;
const nobody = Buffer.alloc(32);
const maxProvenHeaders = 256;

/** How a trace names what proved the client. */
const methodName: Readonly<Record<HostedAuthentication, string>> = {
  client_secret_basic: 'Basic',
  client_secret_post: 'body',
  client_secret_jwt: 'JWT signed with the secret',
  private_key_jwt: 'JWT signed with a key',
  none: 'only client_id',
};

/** Checks of the client that sends the request. RFC 6749 §2.3 */
export const clientSteps: readonly Step<BackContext>[] = [
  {
    id: 'one-client-method',
    rule: 'Client uses one authentication method',
    clause: 'RFC 6749 §2.3',
    check: checkOneMethod,
  },
  readAssertionStep,
  {
    id: 'client-not-throttled',
    rule: 'Failed authentication attempts are within the limit',
    clause: 'RFC 6749 §2.3.1',
    check: checkThrottle,
  },
  ...documentSteps<BackContext>(documentIdOf),
  ...clientAssertionSteps,
  {
    id: 'client-authenticated',
    rule: 'Client is authenticated',
    clause: 'RFC 6749 §2.3.1',
    check: authenticateClient,
    describe: ({ clientMethod }) =>
      clientMethod === 'none'
        ? 'Client is public and known'
        : `Client is authenticated: ${methodName[required(clientMethod)]}`,
  },
  ...profileClientSteps,
];

/** Only clients that can prove their identity go on: anybody may send the `client_id` of a public client. */
export function confidentialStep(
  id: 'client-confidential' | 'caller-confidential',
  rule: string,
  clause: string,
  detail: string,
): Step<BackContext> {
  return {
    id,
    rule,
    clause,
    check({ client }) {
      if (!required(client).isPublic) return;
      throw new OAuthError('invalid_client', { description: 'Invalid client or client credentials', detail });
    },
  };
}

/**
 * Refuses a request that proves the client's identity in two ways.
 * @throws OAuthError invalid_request
 */
function checkOneMethod(context: BackContext): void {
  const { form, request } = context;
  const used = [
    ...(request.headers.authorization === undefined ? [] : ['Authorization header']),
    ...['client_secret', 'client_assertion'].filter((name) => formValue(form, name) !== undefined),
  ];
  if (used.length < 2) return;
  throw invalidRequest('The client must not use more than one authentication method.', {
    got: used.join(' and '),
  });
}

/**
 * Refuses to compare another secret where too many were wrong: of one client, from one address. A header that has proved
 * itself is no guess. RFC 6749 §2.3.1
 * @throws OAuthError invalid_client, with 429
 */
function checkThrottle(context: BackContext): void {
  const { runtime, nowMillis } = context;
  if (runtime.clientGuesses.isQuiet || provenClient(context) !== null) return;
  const { clientId } = context.assertion ?? readCredentials(context);
  const seconds = runtime.clientGuesses.waitSeconds(sourceOf(context, clientId), nowMillis);
  if (seconds === 0) return;
  throw new OAuthError('invalid_client', {
    description: 'Too many wrong client credentials. Try again later.',
    status: 429,
    retryAfterSeconds: seconds,
    detail: `The server checks secrets of this client again in ${seconds} s.`,
  });
}

/**
 * Finds out which client is asking: HTTP Basic, the body, or client_id alone for a public client. RFC 6749 §2.3.1.
 * @throws OAuthError invalid_client
 */
function authenticateClient(context: BackContext): void {
  if (context.assertion !== null) {
    const client = required(context.assertion.client);
    context.client = client;
    context.clientMethod = client.authentication ?? 'private_key_jwt';
    return;
  }
  const proven = provenClient(context);
  if (proven !== null) {
    context.notes.tags.push(`client:${proven.clientId}`);
    context.client = proven;
    context.clientMethod = 'client_secret_basic';
    return;
  }
  const credentials = readCredentials(context);
  const client = context.runtime.registrations().client(credentials.clientId);
  // The comparison runs for an unknown client as well, so that both refusals take the same time.
  const matches = secretMatches(credentials.secret, client?.secretSha256 ?? null);
  if (client !== undefined) context.notes.tags.push(`client:${client.clientId}`);
  const fault =
    client === undefined
      ? { detail: 'The client is not registered.', got: credentials.clientId }
      : faultOf(client, credentials, matches, context.settings.profile === 'strict');
  if (client === undefined || fault !== null) {
    const { clientId, secret } = credentials;
    if (secret !== '') context.runtime.clientGuesses.count(sourceOf(context, clientId), context.nowMillis);
    throw refuseClient(context, clientId, fault ?? { detail: '' });
  }
  context.client = client;
  context.clientMethod = credentials.method;
  if (credentials.method === 'client_secret_basic') rememberProven(context, client);
}

/**
 * The client whose registration the very header proved before: a client sends it with every request, and hashing its secret
 * anew would prove nothing more. A wrong header is never here, and always compared in constant time.
 */
function provenClient({ runtime, request, form }: BackContext): Client | null {
  const client = runtime.provenHeaders.get(request.headers.authorization ?? '');
  // A registration that changed is another object.
  if (client === undefined || runtime.registrations().client(client.clientId) !== client) return null;
  const inBody = formValue(form, 'client_id');
  return inBody !== undefined && inBody !== client.clientId ? null : client;
}

function rememberProven({ runtime, request }: BackContext, client: Client): void {
  const { provenHeaders } = runtime;
  if (client.isPublic) return;
  if (provenHeaders.size >= maxProvenHeaders) provenHeaders.clear();
  provenHeaders.set(request.headers.authorization ?? '', client);
}

/** Describes the fault of a registered client's credentials; null where they prove it. */
function faultOf(
  client: Client,
  { secret, method }: Credentials,
  matches: boolean,
  isStrict: boolean,
): Fault | null {
  if (client.isPublic)
    return secret === '' ? null : { detail: 'A public client has no secret, but one was sent.' };
  const want = registeredMethod(client, isStrict) ?? method;
  if (isAssertion(want))
    return { detail: `This client is registered for ${want}, not for ${method}.`, want, got: method };
  if (secret === '') return { detail: 'The client has a secret but did not send it.' };
  if (!matches) return { detail: 'The secret is wrong.' };
  if (want === method) return null;
  return { detail: `This client is registered for ${want}, not for ${method}.`, want, got: method };
}

/**
 * The one way in which a client proves itself; null: the header or the form, as the documents leave it open to a
 * registration that names none. There the standard has a default, which the strict profile keeps to. RFC 7591 §2
 */
function registeredMethod({ authentication }: Client, isStrict: boolean): HostedAuthentication | null {
  return authentication ?? (isStrict ? 'client_secret_basic' : null);
}

function isAssertion(method: HostedAuthentication): boolean {
  return method === 'client_secret_jwt' || method === 'private_key_jwt';
}

/** Readers of the credentials that a request presents in each way; null where it does not use that one. */
const readers: Readonly<Record<SecretAuthentication | 'none', (context: BackContext) => Credentials | null>> =
  {
    client_secret_basic({ request, form }) {
      const { authorization } = request.headers;
      return authorization === undefined ? null : readBasic(authorization, formValue(form, 'client_id'));
    },
    client_secret_post({ form }) {
      const clientId = formValue(form, 'client_id');
      const secret = formValue(form, 'client_secret') ?? '';
      if (clientId === undefined || secret === '') return null;
      return { clientId, secret, method: 'client_secret_post' };
    },
    none({ form }) {
      const clientId = formValue(form, 'client_id');
      return clientId === undefined ? null : { clientId, secret: '', method: 'none' };
    },
  };

function readCredentials(context: BackContext): Credentials {
  for (const read of Object.values(readers)) {
    const credentials = read(context);
    if (credentials !== null) return credentials;
  }
  throw invalidClient({ detail: 'The request does not identify its client.' });
}

function readBasic(authorization: string, bodyClientId: string | undefined): Credentials {
  const encoded = basicScheme.exec(authorization)?.[1];
  if (encoded === undefined) throw invalidClient({ detail: 'The Authorization header is not HTTP Basic.' });
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon === -1) throw invalidClient({ detail: 'The Basic credentials have no colon.' });
  const clientId = decodeFormComponent(pair.slice(0, colon));
  const secret = decodeFormComponent(pair.slice(colon + 1));
  if (clientId === null || secret === null)
    throw invalidClient({ detail: 'The Basic credentials are not form-encoded.' });
  if (bodyClientId !== undefined && bodyClientId !== clientId) {
    throw invalidRequest('The client_id in the body differs from the Authorization header.', {
      want: clientId,
      got: bodyClientId,
    });
  }
  return { clientId, secret, method: 'client_secret_basic' };
}

function secretMatches(secret: string, expected: Uint8Array | null): boolean {
  return timingSafeEqual(hash('sha256', secret, 'buffer'), expected ?? nobody);
}
