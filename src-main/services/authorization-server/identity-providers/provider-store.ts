import type { JSONWebKeySet } from 'jose';
import type { Form } from '#shared/oauth/index.ts';
import { createTimedMap, type TimedMap } from '../stores/timed-map.ts';

const cacheMillis = 300_000;
const postedMillis = 60_000;
const maxProviders = 100;
const maxPosted = 1_000;

/** The metadata that an OpenID provider publishes. OpenID Connect Discovery §3 */
export interface ProviderMetadata {
  readonly authorizationEndpoint: string;
  /** Null where it has none: it knows the implicit flow only. */
  readonly tokenEndpoint: string | null;
  readonly userinfoEndpoint: string | null;
  readonly jwksUri: string;
  /** True if each of its answers names it. RFC 9207 §3 */
  readonly isIssuerInResponse: boolean;
}

/** Data about identity providers, kept in memory only. */
export interface ProviderStore {
  /** By issuer. */
  readonly metadata: TimedMap<ProviderMetadata>;
  /** By their address. */
  readonly keySets: TimedMap<JSONWebKeySet>;
  /** Answers that were posted and wait for their browser, by their `state`. */
  readonly posted: TimedMap<Form>;
}

/** Creates the store, empty; what providers publish is good for five minutes, a posted answer for one. */
export function createProviderStore(): ProviderStore {
  return {
    metadata: createTimedMap(cacheMillis, maxProviders),
    keySets: createTimedMap(cacheMillis, maxProviders),
    posted: createTimedMap(postedMillis, maxPosted),
  };
}
