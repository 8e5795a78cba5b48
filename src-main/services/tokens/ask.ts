import { formPost } from '#main/platform/raw-http.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import type { TokenAsk, TokenResponse } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import {
  formatForm,
  formEncode,
  introspectionPath,
  jwtAssertionType,
  tokenPath,
  validateBearerGrantType,
} from '#shared/oauth/index.ts';
import { readJsonObject } from '#shared/tokens/json-text.ts';
import type { Client } from '#shared/workspace/index.ts';
import { allowedTarget, askTarget, type TargetResponse } from './targets.ts';

export interface AskPorts {
  readonly send: SendRecorded;
  readonly client: (clientId: string) => Client | undefined;
  readonly clientSecret: (clientId: string) => string | null;
  /** A fresh assertion of a client that signs who it is, for the server of this issuer. */
  readonly clientAssertion: (client: Client, issuer: string) => Promise<string>;
  readonly vendorUrn: () => string;
  /** Base URL of the hosted authorization server; null while it does not run. */
  readonly authorizationServer: () => string | null;
}

type Pairs = readonly (readonly [name: string, value: string])[];
type Meaning = Pick<TokenResponse, 'isActive' | 'sentence'>;

const maxShown = 65_536;

/**
 * Asks a server what it knows of a token, as a client of the workspace. RFC 7662 §2.1, or the validation grant
 * @throws flow.unknown-client, flow.service-stopped, token.client-unsuited, token.target-unconfirmed, upstream.*
 */
export async function askServer(ports: AskPorts, ask: TokenAsk, token: string): Promise<TokenResponse> {
  const url = endpointOf(ports, ask);
  const shown = await credentialsFor(ports, ask.clientId, url.origin);
  const pairs: Pairs =
    ask.how === 'validate'
      ? [
          ['grant_type', validateBearerGrantType(ports.vendorUrn())],
          ['token', token],
        ]
      : [['token', token]];
  const body = formatForm([...pairs, ...shown.fields]);
  const request = formPost(url.origin, `${url.pathname}${url.search}`, body, shown.authorization);
  const response = await askTarget(ports.send, request);
  const json = readJsonObject(response.text);
  return {
    exchangeId: response.exchangeId,
    status: response.status,
    ...(ask.how === 'validate'
      ? meaningOfValidation(response, json?.value)
      : meaningOfIntrospection(response, json?.value)),
    body: (json?.pretty ?? response.text).slice(0, maxShown),
  };
}

interface Shown {
  readonly authorization: string | null;
  readonly fields: Pairs;
}

/** Shows a server who asks, in the way for which the client is registered. RFC 6749 §2.3, RFC 7523 §2.2 */
async function credentialsFor(ports: AskPorts, clientId: string, origin: string): Promise<Shown> {
  const client = findClient(ports, clientId);
  const own = ['client_id', clientId] as const;
  if (client.isPublic) return { authorization: null, fields: [own] };
  if (client.authentication === 'private_key_jwt' || client.authentication === 'client_secret_jwt') {
    const base = ports.authorizationServer();
    const issuer = base !== null && new URL(base).origin === origin ? base : origin;
    const assertion = await ports.clientAssertion(client, issuer);
    const signed = [
      own,
      ['client_assertion_type', jwtAssertionType],
      ['client_assertion', assertion],
    ] as const;
    return { authorization: null, fields: signed };
  }
  const secret = secretOf(ports, clientId);
  if (client.authentication === 'client_secret_post')
    return { authorization: null, fields: [own, ['client_secret', secret]] };
  const basic = Buffer.from(`${formEncode(clientId)}:${formEncode(secret)}`);
  return { authorization: `Basic ${basic.toString('base64')}`, fields: [] };
}

function findClient({ client: find }: AskPorts, clientId: string): Client {
  const client = find(clientId);
  if (client === undefined)
    throw new GatehouseError('flow.unknown-client', `The workspace has no client ${clientId}.`, {
      fix: 'Choose another client.',
    });
  return client;
}

function secretOf({ clientSecret }: AskPorts, clientId: string): string {
  const secret = clientSecret(clientId);
  if (secret === null)
    throw new GatehouseError('token.client-unsuited', `The secret of ${clientId} cannot be read.`, {
      fix: 'Store the secret again, or choose another client.',
      location: { file: `oauth/clients/${clientId}.json` },
    });
  return secret;
}

function endpointOf({ authorizationServer }: AskPorts, { how, url, isConfirmed }: TokenAsk): URL {
  if (url !== undefined) return allowedTarget(url, isConfirmed === true);
  const base = authorizationServer();
  if (base !== null) return new URL(`${base}${how === 'validate' ? tokenPath : introspectionPath}`);
  throw new GatehouseError('flow.service-stopped', 'The authorization server is not running.', {
    fix: 'Start the authorization server, then try again.',
    location: { file: 'gatehouse.json', pointer: '/services/authorizationServer' },
    actions: [{ kind: 'start-service', service: 'authorizationServer' }],
  });
}

type Members = Readonly<Record<string, unknown>> | undefined;

function meaningOfIntrospection({ status }: TargetResponse, members: Members): Meaning {
  const active = members?.['active'];
  if (status === 200 && active === true)
    return { isActive: true, sentence: 'The server reports the token as active.' };
  if (status === 200 && active === false)
    return {
      isActive: false,
      sentence:
        'The server reports the token as not active, without a reason. It may not have issued the token.',
    };
  return refusal(status, members);
}

function meaningOfValidation({ status }: TargetResponse, members: Members): Meaning {
  if (status === 200) return { isActive: true, sentence: 'The server reports the token as valid.' };
  if (status === 400 && members?.['error'] === 'invalid_grant')
    return { isActive: false, sentence: 'The server reports the token as not valid.' };
  return refusal(status, members);
}

/** The server did not say anything of the token: it refused who asks, or how. */
function refusal(status: number, members: Members): Meaning {
  const error = members?.['error'];
  const words = typeof error === 'string' ? ` ${error}` : '';
  return { isActive: null, sentence: `The server returned no result: ${status}${words}.` };
}
