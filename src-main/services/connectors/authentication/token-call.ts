import { mask } from '#shared/exchange/index.ts';
import { formatForm, formEncode } from '#shared/oauth/index.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import { ConnectorFailure } from '../failure.ts';
import type { Call } from '../ports.ts';
import { endpointAddress, readServiceBase } from '../remote/address.ts';
import { type Fields, mergeFields, withoutFields } from '../remote/message.ts';
import type { SentRequest } from '../remote/wire-request.ts';
import type { AuthenticationKit } from './authenticator.ts';
import type { GrantRequest } from './grants.ts';
import type { TimedToken } from './token-source.ts';

/** A token with the refresh token that came with it. */
export interface TokenResponse extends TimedToken {
  readonly refreshToken: string | null;
}

/** How the client shows who it is: fields of the header and of the form. */
interface ClientProof {
  readonly headers: Fields;
  readonly form: Fields;
  readonly secrets: readonly string[];
}

/** It is meant for the remote if the fields of every request contain it. */
const own: ReadonlySet<string> = new Set(['authorization']);

/**
 * Requests an access token from the token endpoint, and calls `dropGrant` if the server rejects the grant.
 * @throws ConnectorFailure with the step
 */
export async function askForToken(
  kit: AuthenticationKit,
  grant: GrantRequest,
  call: Call,
  dropGrant: () => void,
): Promise<TokenResponse> {
  const { properties, transport, clock } = kit;
  const client = proveClient(kit);
  const scope: Fields = properties.scope === null ? [] : [['scope', properties.scope]];
  const issuedAtMillis = clock.nowMillis();
  const address = endpointAddress('tokenEndpoint', properties.tokenEndpoint ?? '');
  const sent = await transport.send(
    {
      purpose: { kind: 'token', grant: grant.grant },
      method: 'POST',
      address,
      // The fixed fields of every request must not turn this one into another.
      headers: mergeFields(
        standingFields(kit, address.origin),
        [
          ['Accept', 'application/json'],
          ['Content-Type', 'application/x-www-form-urlencoded'],
        ],
        client.headers,
      ),
      body: formatForm([...grant.fields, ...scope, ...client.form]),
      secrets: [...grant.secrets, ...client.secrets],
      notes: [],
    },
    call,
  );
  // A request that is not sent is shown with the mask in place of the token.
  if (sent === null) return { token: mask, refreshToken: null, issuedAtMillis, expiresAtMillis: null };
  // RFC 6749 §5.2
  if (membersOf(sent)['error'] === 'invalid_grant') dropGrant();
  return { ...readToken(sent, issuedAtMillis), issuedAtMillis };
}

/** Fields of every request to the remote; no other server receives them, as they may contain keys. */
function standingFields({ properties }: AuthenticationKit, origin: string): Fields {
  const isRemote = origin === readServiceBase(properties.serviceUri).origin;
  return isRemote ? withoutFields(Object.entries(properties.defaultHeaders), own) : [];
}

/** RFC 6749 §2.3.1 */
function proveClient({ properties, secret }: AuthenticationKit): ClientProof {
  const { clientId, useBasicAuthForOauthTokenNeg: isBasic, clientCredentialsInForm } = properties;
  const id = clientId ?? '';
  if (id === '') return { headers: [], form: [], secrets: [] };
  const text = secret('clientSecret');
  // A client without a secret only says who it is. RFC 6749 §3.2.1
  if (text === null) return { headers: [], form: [['client_id', id]], secrets: [] };
  const fields: Fields = [
    ['client_id', id],
    ['client_secret', text],
  ];
  if (!isBasic && clientCredentialsInForm) return { headers: [], form: fields, secrets: [text] };
  if (!isBasic) return { headers: fields, form: [], secrets: [text] };
  const basic = Buffer.from(`${formEncode(id)}:${formEncode(text)}`).toString('base64');
  return { headers: [['Authorization', `Basic ${basic}`]], form: [], secrets: [text, basic] };
}

function membersOf({ response: { json } }: SentRequest): Readonly<Record<string, unknown>> {
  return json !== undefined && isJsonObject(json) ? json : {};
}

function readToken(sent: SentRequest, issuedAtMillis: number): Omit<TokenResponse, 'issuedAtMillis'> {
  const { step, masked } = sent;
  const { status } = sent.response;
  const members = membersOf(sent);
  const { access_token: token, expires_in: lifetime, refresh_token: refreshToken } = members;
  if (status < 200 || status > 299 || typeof token !== 'string' || token === '')
    throw refusal(status, members, masked).at(step());
  // Some servers write it as text.
  const lifetimeSeconds = lifetime === undefined || lifetime === null ? Number.NaN : Number(lifetime);
  return {
    token,
    expiresAtMillis: Number.isFinite(lifetimeSeconds) ? issuedAtMillis + lifetimeSeconds * 1_000 : null,
    refreshToken: typeof refreshToken === 'string' && refreshToken !== '' ? refreshToken : null,
  };
}

/** RFC 6749 §5.2 */
function refusal(
  status: number,
  members: Readonly<Record<string, unknown>>,
  masked: SentRequest['masked'],
): ConnectorFailure {
  const { error, error_description: description } = members;
  const words = masked([error, description].filter((word) => typeof word === 'string').join(': '));
  if (status === 429 || status >= 500)
    return new ConnectorFailure('RETRYABLE', `The token endpoint responded with status ${status}.`, {
      fix: 'Try again later, or check the authorization server.',
    });
  if (status >= 400)
    return new ConnectorFailure(
      'UNAUTHORIZED',
      `The token endpoint rejected the request with status ${status}${words === '' ? '' : ` (${words})`}.`,
      { fix: 'Correct clientId, clientSecret, grantType and scope, or the registration of the client.' },
    );
  return new ConnectorFailure(
    'OTHER',
    `The token endpoint responded with status ${status} and no access_token.`,
    {
      fix: 'Check that tokenEndpoint is the URL of a token endpoint.',
    },
  );
}
