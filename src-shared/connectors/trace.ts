import type { Problem } from '../errors/problem.ts';
import type { JsonValue } from '../workspace/three-way.ts';
import type { ExceptionType, OperationName } from './configuration/vocabulary.ts';
import type { RequestPurpose } from './types.ts';

/** Why a request was sent: a part of an operation, a token for it, or the test of the remote. */
export type StepPurpose =
  | RequestPurpose
  | { readonly kind: 'token'; readonly grant: string }
  | { readonly kind: 'test' };

/** A request as it was sent, or would be: secrets in it are masked. */
export interface StepRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Empty: none. */
  readonly body: string;
}

/** The answer to it. */
export interface StepResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Cut where it is long. */
  readonly body: string;
  readonly isCut: boolean;
}

/** Which rule of `exceptions` took an answer for a failure. */
export interface WonRule {
  readonly type: ExceptionType;
  /** Place among the rules of its type; null: no rule fitted, the status alone decided. */
  readonly index: number | null;
  /** The message found at messageErrorPath. */
  readonly message: string | null;
}

/** One request of an operation, as consoles show it. */
export interface RemoteStep {
  readonly purpose: StepPurpose;
  /** null: nothing could be made of the configuration. */
  readonly request: StepRequest;
  /** null where none came, or in a dry run. */
  readonly response: StepResponse | null;
  /** Why there is no answer, or why it counts as a failure. */
  readonly failure: Problem | null;
  readonly rule: WonRule | null;
  readonly durationMillis: number;
  /** The record in Activity; null in a dry run. */
  readonly exchangeId: string | null;
  /** Notes for the user, such as “filtered locally: mail co "x"”. */
  readonly notes: readonly string[];
}

/** Every operation of the connector that a person can start. Spec 2 §1 */
export const connectorInterfaces = [
  'TEST',
  'SCHEMA',
  'SCRIPT',
  ...(['GET', 'QUERY', 'CREATE', 'UPDATE', 'DELETE'] as const satisfies readonly OperationName[]),
] as const;
export type ConnectorInterface = (typeof connectorInterfaces)[number];

/** Why a walk through pages ended. */
export type StopReason =
  | 'empty-page'
  | 'no-cookie'
  | 'same-cookie'
  | 'empty-pages'
  | 'nothing-new'
  | 'stop-flag'
  | 'short-page'
  | 'not-paged'
  | 'page-limit'
  | 'failed';

/** One page of a walk. */
export interface WalkedPage {
  readonly strategy: string | null;
  /** Variables as they were filled in: `_pageSize`, `_pagedResultsOffSet`, `_pagedResultsCookie`, … */
  readonly variables: Readonly<Record<string, string | number>>;
  readonly step: RemoteStep;
  readonly records: number;
  /** Those among them whose uid came for the first time. */
  readonly newRecords: number;
  readonly firstUid: string | null;
  readonly lastUid: string | null;
  readonly cookie: string | null;
}

/** The outcome of an operation, successful or not. */
export interface ConnectorRun {
  readonly id: string;
  readonly system: string;
  readonly operation: ConnectorInterface;
  readonly objectType: string;
  readonly isDryRun: boolean;
  readonly startedAtMillis: number;
  readonly durationMillis: number;
  /** The result that the host would return; null if it failed, or in a dry run. */
  readonly result: JsonValue;
  readonly problem: Problem | null;
  /** The status and body with which the management interface answers the failure. */
  readonly hostError: JsonValue;
  readonly steps: readonly RemoteStep[];
  /** JSON body of the answer of the main request, for the preview; null where there is none. */
  readonly sample: JsonValue;
}
