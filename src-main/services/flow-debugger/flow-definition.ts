import type { RawRequest, RawResponse } from '#main/platform/raw-http.ts';
import type { Lane } from '#shared/api/index.ts';
import type { Client, Vendor } from '#shared/workspace/index.ts';

/** A value of a run on the shelf. */
export interface RunValue {
  readonly value: string;
  readonly secret: boolean;
  readonly state: string;
  readonly tone: 'ok' | 'warn' | 'danger' | 'muted';
  readonly remark: string;
  readonly issuedAtMillis: number | null;
  readonly expiresAtMillis: number | null;
}

/** What the steps of a flow know of their run. */
export interface FlowContext {
  readonly runId: string;
  readonly client: Client;
  readonly clientSecret: string | null;
  readonly username: string | null;
  readonly vendor: Vendor;
  /** Base URL of the authorization server. */
  readonly authorizationServer: string;
  /** Base URL of the sample client and resource server. */
  readonly upstreams: string;
  readonly codeLifetimeSeconds: number;
  readonly nowMillis: () => number;
  /** Values of the run by name, in the order in which they appeared. */
  readonly values: Map<string, RunValue>;
  /** Id of the authorization server's transaction, once it was seen. */
  transactionId: string | null;
}

/** What a recorded exchange shows of itself, for finding the step it belongs to. */
export interface ObservedExchange {
  readonly service: string;
  readonly method: string;
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  readonly tags: readonly string[];
  readonly authorization: string;
  readonly requestBody: string;
}

/** One arrow of the sequence. Exactly one of the three ways in which it comes about. */
export interface FlowStepDefinition {
  readonly id: string;
  readonly method: string;
  readonly from: Lane;
  readonly to: Lane;
  readonly path: string;
  /** A word beside the step while it has not happened. */
  readonly remark?: string;
  /** A person's browser does it (or the unattended one); seen by the server that answers. */
  readonly by: 'browser' | 'engine' | 'server';
  /** Whether an exchange that a hosted server recorded is this step's. */
  readonly isSeenAs: (exchange: ObservedExchange, context: FlowContext) => boolean;
  /** The words beside the step once it was seen; absent: the user. */
  readonly describe?: (exchange: ObservedExchange) => string;
  /** May happen several times, or never (a sign-in form that is sent twice, a consent page). */
  readonly repeats?: boolean;
  /** For `engine`: the request, and what its answer gives. Throwing `FlowFailure` ends the run. */
  readonly request?: (context: FlowContext) => RawRequest;
  readonly receive?: (context: FlowContext, response: RawResponse) => void;
}

/** A flow: what it needs of client and user, and its arrows in order. */
export interface FlowDefinition {
  readonly kind: string;
  readonly title: string;
  readonly needsUser: boolean;
  /** @throws flow.client-unsuited, flow.no-callback */
  readonly check: (context: FlowContext) => void;
  /** Draws the values with which the flow begins (state, verifier). */
  readonly begin: (context: FlowContext, random: (bytes: number) => string) => void;
  /** The authorization request that the browser is sent to; absent where no browser takes part. */
  readonly authorizationUrl?: (context: FlowContext) => string;
  /** Takes the parameters of the authorization response; throwing `FlowFailure` ends the run. */
  readonly callback?: (context: FlowContext, parameters: ReadonlyMap<string, string>) => void;
  readonly steps: readonly FlowStepDefinition[];
}

/** The flow cannot go on: the sentence says what the server answered, or what was wrong with it. */
export class FlowFailure extends Error {
  override readonly name = 'FlowFailure';
}

/** The user whom the server named in the exchange's tags, or nothing. */
export function userOf(tags: readonly string[]): string {
  return tags.find((tag) => tag.startsWith('user:'))?.slice(5) ?? '';
}
