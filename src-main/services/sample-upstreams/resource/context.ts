import type { SentToken } from '#main/platform/bearer-token.ts';
import type { DpopProof, DpopState } from '#main/platform/dpop/index.ts';
import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
import type { PipelineContext } from '#main/platform/pipeline.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { SampleUpstreamsSettings } from '#shared/workspace/index.ts';
import type { ResourceRefusal } from './refusal.ts';
import type { ValidToken } from './valid-token.ts';
import type { ValidationCache } from './validation-cache.ts';

/** Dependencies with which the sample resource server asks the authorization server. */
export interface ResourceServerPorts {
  readonly send: SendRecorded;
  /** Base URL of the authorization server; null while it does not run. */
  readonly authorizationServer: () => string | null;
  /** Its own registration there. */
  readonly credentials: () => { readonly clientId: string; readonly secret: string } | null;
  readonly vendorUrn: () => string;
  readonly settings: () => SampleUpstreamsSettings;
  readonly clock: Clock;
  readonly random: Random;
}

/** Whose orders they are: a user's, or those of a client that acts for itself. RFC 9700 §4.15 */
export interface Owner {
  readonly kind: 'user' | 'client';
  readonly name: string;
}

/** A protected resource of the sample. */
export interface ResourcePlace {
  readonly path: string;
  readonly realm: string;
}

/** A request for a protected resource on its way through its pipeline. */
export interface ResourceContext extends PipelineContext<ResourceRefusal> {
  readonly ports: ResourceServerPorts;
  readonly settings: SampleUpstreamsSettings;
  readonly cache: ValidationCache;
  readonly proofs: DpopState;
  readonly request: HttpRequest;
  readonly notes: ExchangeNotes;
  readonly nowMillis: number;
  readonly realm: string;
  /** The identifier of the resource, as audiences name it. RFC 8707 §2 */
  readonly resource: string;
  /** Every scope that the request needs. */
  needed: readonly string[];
  /** Every token that was sent. */
  sent: readonly SentToken[];
  /** The one that counts. */
  bearer: SentToken | null;
  /** The audience that the token must have; null if the audience is not checked. */
  audience: string | null;
  /** How old a validation may be that is trusted, in seconds. */
  cacheSeconds: number;
  valid: ValidToken | null;
  dpop: DpopProof | null;
  owner: Owner | null;
  /** Null: the answer does not say who may keep it. */
  cacheControl: string | null;
  /** The JSON of the answer; null: it has none. */
  body: string | null;
}

/** Creates the context of a request. */
export function createResourceContext(
  ports: ResourceServerPorts,
  { cache, proofs }: Pick<ResourceContext, 'cache' | 'proofs'>,
  place: ResourcePlace,
  request: HttpRequest,
  notes: ExchangeNotes,
): ResourceContext {
  const settings = ports.settings();
  return {
    failedIndex: -1,
    skippedSteps: 0,
    failure: null,
    ports,
    settings,
    cache,
    proofs,
    request,
    notes,
    nowMillis: ports.clock.nowMillis(),
    realm: place.realm,
    resource: request.origin + place.path,
    needed: [],
    sent: [],
    bearer: null,
    audience: null,
    cacheSeconds: settings.validationCacheSeconds,
    valid: null,
    dpop: null,
    owner: null,
    cacheControl: null,
    body: null,
  };
}

export { required } from '#main/platform/pipeline.ts';
