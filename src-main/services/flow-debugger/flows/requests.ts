import { formPost, headerValue, type RawRequest, type RawResponse } from '#main/platform/raw-http.ts';
import { formatForm, formEncode, tokenPath, validateBearerGrantType } from '#shared/oauth/index.ts';
import { type FlowContext, FlowFailure, type FlowStepDefinition, type RunValue } from '../flow-definition.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

/** A token request with the client's own authentication: Basic for a confidential client, `client_id` for a public one. */
export function tokenRequest(context: FlowContext, pairs: Pairs): RawRequest {
  const { client, clientSecret, authorizationServer } = context;
  const isPublic = client.secretSha256 === null;
  const credentials = `${formEncode(client.clientId)}:${formEncode(clientSecret ?? '')}`;
  const authorization = isPublic ? null : `Basic ${Buffer.from(credentials).toString('base64')}`;
  const body = formatForm(isPublic ? [...pairs, ['client_id', client.clientId]] : pairs);
  return formPost(authorizationServer, tokenPath, body, authorization);
}

/** Reads a token response and puts its tokens on the shelf. RFC 6749 §5.1 @throws FlowFailure */
export function receiveTokens(context: FlowContext, response: RawResponse): void {
  const answer = parseJson(response);
  if (response.status !== 200) throw new FlowFailure(refusal(response, answer));
  const accessToken = answer['access_token'];
  if (typeof accessToken !== 'string') throw new FlowFailure('The token response has no access_token.');
  const lifetime = typeof answer['expires_in'] === 'number' ? answer['expires_in'] : null;
  const issuedAtMillis = context.nowMillis();
  const expiresAtMillis = lifetime === null ? null : issuedAtMillis + lifetime * 1_000;
  context.values.set('access_token', { ...issued(accessToken, issuedAtMillis), expiresAtMillis });
  const refreshToken = answer['refresh_token'];
  if (typeof refreshToken === 'string')
    context.values.set('refresh_token', issued(refreshToken, issuedAtMillis));
}

function issued(value: string, issuedAtMillis: number): RunValue {
  return {
    value,
    secret: true,
    state: 'valid',
    tone: 'ok',
    remark: '',
    issuedAtMillis,
    expiresAtMillis: null,
  };
}

function parseJson(response: RawResponse): Readonly<Record<string, unknown>> {
  const type = headerValue(response.headers, 'content-type') ?? 'no content type';
  try {
    const value: unknown = JSON.parse(response.body.toString('utf8'));
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value));
  } catch {
    // Falls through: what came instead is said below.
  }
  throw new FlowFailure(`The server answered ${response.status} with ${type} instead of JSON.`);
}

function refusal(response: RawResponse, answer: Readonly<Record<string, unknown>>): string {
  const { error, error_description: description } = answer;
  const words = typeof description === 'string' ? `: ${description}` : '';
  return `The server refused with ${response.status} ${typeof error === 'string' ? error : ''}${words}`;
}

/** The two arrows that every flow ends with: the token is used, and the resource server has it validated. */
export const resourceSteps: readonly FlowStepDefinition[] = [
  {
    id: 'resource',
    method: 'GET',
    from: 'client',
    to: 'rs',
    path: '/orders',
    by: 'engine',
    isSeenAs: ({ service, path, authorization }, { values }) =>
      service === 'sampleUpstreams' &&
      path === '/orders' &&
      authorization === `Bearer ${values.get('access_token')?.value ?? ''}`,
    request: ({ upstreams: origin, values }) => ({
      method: 'GET',
      origin,
      target: '/orders',
      headers: [
        'Host',
        new URL(origin).host,
        'Authorization',
        `Bearer ${values.get('access_token')?.value ?? ''}`,
        'Accept',
        'application/json',
        'Connection',
        'close',
      ],
      body: '',
    }),
    receive(_context, response) {
      if (response.status !== 200) throw new FlowFailure(`The resource server answered ${response.status}.`);
    },
  },
  {
    id: 'validate',
    method: 'POST',
    from: 'rs',
    to: 'as',
    path: tokenPath,
    remark: 'validate_bearer',
    by: 'server',
    isSeenAs(exchange, { values, vendor }) {
      const body = new URLSearchParams(exchange.requestBody);
      return (
        exchange.service === 'authorizationServer' &&
        body.get('grant_type') === validateBearerGrantType(vendor.urn) &&
        body.get('token') === values.get('access_token')?.value
      );
    },
  },
];
