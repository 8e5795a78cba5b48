import type { CompactJws } from '#main/platform/compact-jws.ts';
import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import type { RegistrationPolicy } from '#shared/workspace/index.ts';
import { type RequestContext, startContext } from '../request-context.ts';
import type { GuardedResponse } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import type { DynamicRegistration } from '../stores/dynamic-clients.ts';
import type { InitialToken } from '../stores/initial-tokens.ts';
import type { ClientMetadata } from './metadata.ts';

/** A request to register a client, or to manage a registration. RFC 7591 §3, RFC 7592 §2 */
export interface RegistrationContext extends RequestContext, GuardedResponse {
  readonly policy: RegistrationPolicy;
  /** The token of the Authorization header; null: there is none. RFC 6750 §2.1 */
  readonly bearer: string | null;
  /** `client_id` of the registration_client_uri; null: there is none. */
  readonly named: string | null;
  initialToken: InitialToken | null;
  /** The registration that is managed. */
  registration: DynamicRegistration | null;
  /** The JSON object of the body, as it was sent, and then as a software statement has changed it. */
  members: Readonly<Record<string, unknown>>;
  statement: CompactJws | null;
  metadata: ClientMetadata | null;
  /** Effect shown in the trace. */
  effect: string;
  answer: HttpResponse | null;
  mustCommit: boolean;
}

/** Conditions of the steps. */
export const needsInitialToken = ({ settings }: RegistrationContext): boolean =>
  settings.registration !== 'open';
export const hasStatement = ({ members }: RegistrationContext): boolean =>
  members['software_statement'] !== undefined;

const header = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/** Creates the context of a request to the registration endpoint. */
export function createRegistrationContext(
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
): RegistrationContext {
  const start = startContext(runtime, request, notes);
  return {
    ...start,
    policy: start.settings.registrationPolicy,
    altered: null,
    bearer: header.exec(request.headers.authorization ?? '')?.[1] ?? null,
    named: new URLSearchParams(request.query).get('client_id'),
    initialToken: null,
    registration: null,
    members: {},
    statement: null,
    metadata: null,
    effect: '',
    answer: null,
    mustCommit: false,
  };
}
