import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
import type { PipelineContext } from '#main/platform/pipeline.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import { emptyForm, type Form, parseForm } from '#shared/oauth/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { ClientProvider, ClientProviders, LogoutIssuer } from './provider.ts';
import type { ClientRefusal } from './refusal.ts';
import type { ClientSession, ClientSessions, PendingSignIn } from './sessions.ts';

/** External dependencies of the simulated application. */
export interface ClientSimulatorPorts {
  readonly providers: ClientProviders;
  /** The name of the provider with this issuer; null: the application is not registered there. */
  readonly nameOf: (issuer: string) => string | null;
  /** The servers that tell of sign-outs, by the names that the addresses have for them; null: nobody of this name. */
  readonly logoutIssuers: (name: string) => LogoutIssuer | null;
  readonly send: SendRecorded;
  readonly clock: Clock;
  readonly random: Random;
  /** Ids of the weaknesses that are switched on. */
  readonly weaknesses: () => readonly string[];
}

/** A request to the application on its way through its pipeline. */
export interface ClientContext extends PipelineContext<ClientRefusal> {
  readonly ports: ClientSimulatorPorts;
  readonly sessions: ClientSessions;
  readonly request: HttpRequest;
  readonly notes: ExchangeNotes;
  readonly form: Form;
  readonly nowMillis: number;
  session: ClientSession | null;
  /** The name of the current provider, and its data. */
  providerName: string;
  provider: ClientProvider | null;
  /** The sign-in at hand: one that begins, or the one that an answer belongs to. */
  pending: PendingSignIn | null;
  next: string | null;
  tokens: TokenResponse | null;
  /** The person, as far as known; null: nobody is to be signed in. */
  person: { readonly name: string | null; readonly sid?: string } | null;
  effect: string;
}

/** The answer of a token endpoint. RFC 6749 §5.1 */
export interface TokenResponse {
  readonly access_token: string;
  readonly id_token?: string;
}

/** Creates the context of a request. */
export function createClientContext(
  ports: ClientSimulatorPorts,
  sessions: ClientSessions,
  request: HttpRequest,
  notes: ExchangeNotes,
): ClientContext {
  const nowMillis = ports.clock.nowMillis();
  return {
    failedIndex: -1,
    skippedSteps: 0,
    failure: null,
    ports,
    sessions,
    request,
    notes,
    form: readForm(request),
    nowMillis,
    session: sessions.find(request.headers.cookie, nowMillis),
    providerName: '',
    provider: null,
    pending: null,
    next: null,
    tokens: null,
    person: null,
    effect: '',
  };
}

function readForm({ method, query, body, headers }: HttpRequest): Form {
  if (method === 'GET') return parseForm(query);
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return isForm ? parseForm(body.toString('utf8')) : emptyForm;
}

export { required } from '#main/platform/pipeline.ts';
