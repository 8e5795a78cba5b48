import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
import type { Form } from '#shared/oauth/index.ts';
import type { AuthorizationServerSettings, Client } from '#shared/workspace/index.ts';
import type { PipelineContext } from '../pipeline.ts';
import type { Runtime } from '../runtime.ts';
import type { AccessToken } from '../stores/access-tokens.ts';
import type { AuthorizationCode } from '../stores/codes.ts';
import type { RefreshToken } from '../stores/refresh-tokens.ts';

/** How a client said who it is. */
export type ClientMethod = 'Basic' | 'body' | 'client_id alone';

/** One token request on its way through its pipeline; each step fills in what it found. */
export interface TokenContext extends PipelineContext {
  readonly runtime: Runtime;
  readonly settings: AuthorizationServerSettings;
  readonly request: HttpRequest;
  readonly notes: ExchangeNotes;
  readonly form: Form;
  readonly nowMillis: number;
  readonly grantKnown: boolean;
  client: Client | null;
  clientMethod: ClientMethod | null;
  code: AuthorizationCode | null;
  refreshToken: RefreshToken | null;
  /** Whether the refresh token had been rolled already and its grace lets it through. */
  isRetryWithinGrace: boolean;
  validated: AccessToken | null;
  /** Scope to grant, as the wire has it. */
  scope: string;
  /** Whether the answer has to name the scope. RFC 6749 §5.1. */
  scopeDiffers: boolean;
  /** Whether something was stored that has to be on disk before the answer, also where the request fails. */
  mustCommit: boolean;
  /** What the trace says of what was issued or ended. */
  effect: string;
  /** The JSON document of a success. */
  body: string;
}

/** Creates the context of one request. All members are there from the start, so that all contexts have one shape. */
export function createTokenContext(
  runtime: Runtime,
  settings: AuthorizationServerSettings,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
  grantKnown: boolean,
): TokenContext {
  return {
    failedIndex: -1,
    skippedSteps: 0,
    failure: null,
    runtime,
    settings,
    request,
    notes,
    form,
    nowMillis: runtime.clock.nowMillis(),
    grantKnown,
    client: null,
    clientMethod: null,
    code: null,
    refreshToken: null,
    isRetryWithinGrace: false,
    validated: null,
    scope: '',
    scopeDiffers: false,
    mustCommit: false,
    effect: '',
    body: '',
  };
}

/**
 * What an earlier step found.
 * @throws Error where steps stand in the wrong order
 */
export function found<T>(value: T | null): T {
  if (value === null) throw new Error('A step ran before the one that it depends on');
  return value;
}
