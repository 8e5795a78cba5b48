import { GatehouseError } from '#shared/errors/index.ts';
import { formatForm, formEncode, type SecretAuthentication } from '#shared/oauth/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { TargetProfile } from './profile.ts';

/** A tenth of a token's time, at most this, is left when it is renewed; in milliseconds. */
const maxSkewMillis = 60_000;

/** An answer of the token endpoint, or of the platform. */
export interface TokenTargetResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  readonly exchangeId: string;
}

/** Sends one request and waits for the whole answer. */
export type SendToTarget = (
  request: {
    readonly url: string;
    readonly method: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: string | null;
    readonly tags: readonly string[];
  },
  signal: AbortSignal,
) => Promise<TokenTargetResponse>;

/** The access token of a worker client, asked for once by all who need it. RFC 6749 §4.4 */
export interface WorkerToken {
  /** @throws import.target-refused, import.target-failed, upstream.* */
  get(signal: AbortSignal): Promise<string>;
  /** The platform refused it: the next one is new. */
  drop(token: string): void;
}

/** Makes the keeper of a worker token. */
export function createWorkerToken(profile: TargetProfile, send: SendToTarget, clock: Clock): WorkerToken {
  let kept: { readonly token: string; readonly staleAtMillis: number } | null = null;
  let fetching: Promise<string> | null = null;

  async function fetchToken(signal: AbortSignal): Promise<string> {
    const response = await send(tokenRequest(profile), signal);
    const { token, lifetimeMillis } = readTokenResponse(response, profile);
    const skewMillis = Math.min(maxSkewMillis, lifetimeMillis / 10);
    kept = { token, staleAtMillis: clock.nowMillis() + lifetimeMillis - skewMillis };
    return token;
  }

  return {
    async get(signal) {
      if (kept !== null && clock.nowMillis() < kept.staleAtMillis) return kept.token;
      fetching ??= fetchToken(signal).finally(() => {
        fetching = null;
      });
      return fetching;
    },
    drop(token) {
      if (kept?.token === token) kept = null;
    },
  };
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** How the worker client shows its secret. RFC 6749 §2.3.1 */
const credentialsOf: Readonly<
  Record<
    SecretAuthentication,
    (clientId: string, secret: string) => { readonly headers: Pairs; readonly fields: Pairs }
  >
> = {
  client_secret_basic(clientId, secret) {
    const pair = Buffer.from(`${formEncode(clientId)}:${formEncode(secret)}`, 'utf8');
    return { headers: [['Authorization', `Basic ${pair.toString('base64')}`]], fields: [] };
  },
  client_secret_post: (clientId, secret) => ({
    headers: [],
    fields: [
      ['client_id', clientId],
      ['client_secret', secret],
    ],
  }),
};

function tokenRequest(profile: TargetProfile): Parameters<SendToTarget>[0] {
  const { clientId, tokenEndpoint, scope, authentication } = profile;
  const secret = profile.secret();
  if (secret === null)
    throw new GatehouseError(
      'import.target-refused',
      `The secret of the client ${clientId} is not available.`,
      {
        fix: `Set client_secret in platforms/${profile.name}.json.`,
      },
    );
  const fields: (readonly [string, string])[] = [['grant_type', 'client_credentials']];
  if (scope !== '') fields.push(['scope', scope]);
  const credentials = credentialsOf[authentication](clientId, secret);
  return {
    url: tokenEndpoint,
    method: 'POST',
    headers: [
      ['Accept', 'application/json'],
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ...credentials.headers,
    ],
    body: formatForm([...fields, ...credentials.fields]),
    tags: ['operation:token'],
  };
}

/** It may go well the next time. RFC 9110 §15 */
const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

function readTokenResponse(
  { status, text }: TokenTargetResponse,
  { tokenEndpoint, clientId }: TargetProfile,
) {
  const parsed = parseObject(text);
  const { access_token: token, expires_in: seconds } = parsed;
  if (status === 200 && typeof token === 'string' && token !== '')
    return { token, lifetimeMillis: (typeof seconds === 'number' && seconds > 0 ? seconds : 300) * 1_000 };
  const { error } = parsed;
  const why = typeof error === 'string' ? `: ${error.slice(0, 100)}` : '';
  throw new GatehouseError(
    passing.has(status) ? 'import.target-failed' : 'import.target-refused',
    `${tokenEndpoint} responded with status ${status}${why}.`,
    {
      fix: `Check the client ${clientId}, its secret and token_endpoint of the target.`,
    },
  );
}

/** A JSON object, or an empty one where the text is none. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
