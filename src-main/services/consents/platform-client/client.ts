import { GatehouseError } from '#shared/errors/index.ts';
import { retryAfterMillis } from '#shared/http/retry-after.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { TargetProfile } from './profile.ts';
import { createWorkerToken, parseObject, type SendToTarget } from './worker-token.ts';

/** A request to the environment of a target; `path` is what follows `/environments/{envID}`. */
export interface PlatformAsk {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly contentType?: string;
  readonly body?: string;
  /** By what the platform can find the request in its logs. */
  readonly transactionId?: string;
  readonly tags: readonly string[];
}

export interface PlatformResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** How long a refused request has to wait; null: the answer did not say. */
  readonly retryAfterMillis: number | null;
  readonly exchangeId: string;
}

/** A request as it is sent. */
export interface ExactRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

/** The environment of a target, asked with the token of the worker client. */
export interface PlatformClient {
  readonly profile: TargetProfile;
  /** A 401 is answered once with a new token. @throws import.target-refused, upstream.*, network.* */
  request(ask: PlatformAsk, signal: AbortSignal): Promise<PlatformResponse>;
  /** Where a link of an answer leads. @throws import.target-failed where that is another server */
  linkOf(href: string): string;
  /** Follows such a link. */
  follow(link: string, tags: readonly string[], signal: AbortSignal): Promise<PlatformResponse>;
  /** Returns the request as it would be sent, with `token` in place of the access token. */
  exact(ask: PlatformAsk, token: string): ExactRequest;
}

export interface PlatformClientPorts {
  readonly profile: TargetProfile;
  readonly send: SendToTarget;
  readonly clock: Clock;
  /** Part of the name of the header field that names a transaction. */
  readonly vendorHeader: string;
  readonly userAgent: string;
}

/** Makes the client of a target. Spec 3 §4.1, §5 */
export function createPlatformClient(ports: PlatformClientPorts): PlatformClient {
  const { profile, send, clock, vendorHeader, userAgent } = ports;
  const tokens = createWorkerToken(profile, send, clock);

  function exact(ask: PlatformAsk, token: string, url = urlOf(profile, ask.path)): ExactRequest {
    const { method, contentType, body, transactionId } = ask;
    return {
      method,
      url,
      headers: [
        ['Accept', 'application/json'],
        ['User-Agent', userAgent],
        ['Authorization', `Bearer ${token}`],
        ...(contentType === undefined ? [] : ([['Content-Type', contentType]] as const)),
        ...(transactionId === undefined
          ? []
          : ([[`X-${vendorHeader}-External-Transaction-ID`, transactionId.slice(0, 100)]] as const)),
      ],
      body: body ?? null,
    };
  }

  async function attempt(
    ask: PlatformAsk,
    url: string,
    isRepeated: boolean,
    signal: AbortSignal,
  ): Promise<PlatformResponse> {
    const token = await tokens.get(signal);
    const response = await send({ ...exact(ask, token, url), tags: ask.tags }, signal);
    if (response.status === 401 && !isRepeated) {
      tokens.drop(token);
      return attempt(ask, url, true, signal);
    }
    const retryAfter = response.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
    return {
      status: response.status,
      body: parseObject(response.text),
      retryAfterMillis: retryAfter === undefined ? null : retryAfterMillis(retryAfter, clock.nowMillis()),
      exchangeId: response.exchangeId,
    };
  }

  return {
    profile,
    request: (ask, signal) => attempt(ask, urlOf(profile, ask.path), false, signal),
    linkOf(href) {
      const url = URL.canParse(href, profile.baseUrl) ? new URL(href, profile.baseUrl) : null;
      // Credentials never follow a link to another server.
      if (url !== null && url.origin === new URL(profile.baseUrl).origin) return url.href;
      throw new GatehouseError(
        'import.target-failed',
        `A list of ${profile.baseUrl} continues at ${url?.origin ?? 'an invalid address'}.`,
        { fix: 'Set base_url of the target to the URL that the platform returns in its links.' },
      );
    },
    follow: (link, tags, signal) => attempt({ method: 'GET', path: '', tags }, link, false, signal),
    exact: (ask, token) => exact(ask, token),
  };
}

function urlOf({ baseUrl, environmentId }: TargetProfile, path: string): string {
  return `${baseUrl}/environments/${encodeURIComponent(environmentId)}${path}`;
}
