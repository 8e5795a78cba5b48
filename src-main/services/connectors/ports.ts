import type { RecordExchange } from '#main/platform/exchange-draft.ts';
import type { Outgoing } from '#main/platform/outgoing.ts';
import type { StopSignal, Timers } from '#main/platform/timers.ts';
import type {
  AttributeDefinition,
  Attributes,
  CompiledObjectType,
  ConnectorDocument,
  ConnectorObject,
  ConnectorProblem,
  guardedProperties,
  OperationName,
  PageVariables,
  RemoteStep,
  StepPurpose,
  StepRequest,
  StepResponse,
  StopReason,
  Wanted,
} from '#shared/connectors/index.ts';
import type { QueryFilter } from '#shared/query/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { SecretValue } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { SentRequest } from './remote/wire-request.ts';

/** A property of a configuration that holds a secret. */
export type GuardedProperty = (typeof guardedProperties)[number];

/** Reads a secret of the configuration; null: it is not set. */
export type ReadProperty = (name: GuardedProperty) => string | null;

/** A script and the language that it is in, such as `application/x-groovy`. */
export interface ConnectorScript {
  readonly type: string;
  readonly source: string;
}

/**
 * Runs a script, to which `bindings` are variables.
 * @throws script.invalid, script.unknown-language, script.failed, script.timeout
 */
export type ScriptRunner = (
  script: ConnectorScript,
  bindings: Readonly<Record<string, JsonValue>>,
  signal: AbortSignal,
) => Promise<JsonValue>;

/** The stored secrets as one document gets at them. */
export interface DocumentSecrets {
  /** The text of a secret; null where it cannot be had. */
  read(value: SecretValue): string | null;
  /** Returns the problem where the document names a secret that it may not have. */
  refusal(value: SecretValue): Omit<ConnectorProblem, 'pointer'> | null;
}

/** A PKCS#12 keystore of the workspace. */
export interface KeystoreFile {
  readonly bytes: Buffer;
  readonly password: string | null;
}

export interface ConnectorPorts {
  /** Name of the system. */
  readonly name: string;
  /** The way out that the workspace prescribes; the connector's own proxy goes before its proxy. */
  readonly outgoing: Pick<Outgoing, 'routeTo'>;
  /** The text of a secret; null where it cannot be had. */
  readonly readSecret: (value: SecretValue) => string | null;
  /** null: the workspace has none. */
  readonly keystore: () => KeystoreFile | null;
  readonly record: RecordExchange;
  readonly clock: Clock;
  readonly random: Random;
  /** True if each search reads a single page of the remote, as a literal connector does. connector-semantics §13 */
  readonly isLiteral: () => boolean;
  /** Most records of a list without a page size. */
  readonly maxListRecords: () => number;
  /** Absent: those of the machine. */
  readonly timers?: Timers;
  /** User-Agent where the configuration gives none. */
  readonly userAgent: () => string;
  readonly script: ScriptRunner;
}

/** Answers in place of the remote; null: nothing was recorded for such a request. */
export interface Replay {
  answer(request: StepRequest, purpose: StepPurpose): StepResponse | null;
}

/** One use of an operation: its permissions, and its records. */
export interface Call {
  /** Filled as requests end, however they do. Absent: nobody looks at them. */
  readonly steps?: RemoteStep[];
  readonly signal?: StopSignal;
  /** Builds requests as far as no answer is needed for them, and sends none. */
  readonly isDryRun?: boolean;
  /** In place of that of `operationTimeout`; -1: no limit. */
  readonly timeoutMillis?: number;
  /** Deadline of the operation on the connector's timers; absent: there is none. */
  readonly deadlineMillis?: number;
  readonly replay?: Replay;
  /** Told each main request that was answered with a success. */
  readonly onResponse?: (sent: SentRequest) => void;
}

/** Options of a query. */
export interface ConnectorQuery {
  readonly filter: QueryFilter | null;
  readonly pageSize: number | null;
  readonly offset: number | null;
  readonly cookie: string | null;
  readonly wanted: Wanted;
  /** Most records without a page size; absent: the usual bound. */
  readonly maximum?: number;
  /** The sort order, as text; a cookie is valid for one order only. */
  readonly order?: string;
  /** Requests the number of matches; absent: it is not needed. */
  readonly totals?: 'estimate' | 'exact';
}

/** One page of a query. */
export interface ConnectorPage {
  readonly objects: readonly ConnectorObject[];
  /** Leads to the next page; null: there is none. */
  readonly cookie: string | null;
  /** Remarks worth knowing, such as local filtering. */
  readonly notes: readonly string[];
  /** Reasons why the answer may be incomplete. */
  readonly remarks: readonly string[];
  /** Records that match, by what the remote says; null: it does not, or was not asked. */
  readonly total: number | null;
  /** True if the list was cut at the maximum length. */
  readonly isCut: boolean;
}

/** One page of a walk through all of them. */
export interface VisitedPage {
  readonly variables: PageVariables;
  /** In the order of the remote, before local filtering. */
  readonly uids: readonly (string | null)[];
  readonly cookie: string | null;
  /** Those that came for the first time and that the filter lets through. */
  readonly objects: readonly ConnectorObject[];
  /** How many uids came for the first time. */
  readonly newRecords: number;
  readonly notes: readonly string[];
  /** Why no page follows; null: one does. */
  readonly stop: StopReason | null;
}

/** The capabilities of a connector. Spec 2 §1, Schema */
export interface ConnectorSchema {
  readonly objectTypes: readonly {
    readonly name: string;
    readonly attributes: readonly AttributeDefinition[];
    readonly operations: readonly OperationName[];
  }[];
  /** Operations that belong to no object type. */
  readonly operations: readonly ('TEST' | 'SCHEMA' | 'SCRIPT')[];
  /** Options of the operations, by the names of the management interface. */
  readonly options: readonly string[];
}

/** A remote API as the host sees it. Each operation throws ConnectorFailure where it does not succeed. */
export interface Connector {
  readonly document: ConnectorDocument;
  readonly types: ReadonlyMap<string, CompiledObjectType>;
  /** Standing warnings that a person should see, such as that certificates are not checked. */
  readonly warnings: readonly string[];
  /** Tests that the remote is there and takes the credentials. */
  test(call: Call): Promise<void>;
  schema(): ConnectorSchema;
  /** null in a dry run only. */
  get(type: string, uid: string, wanted: Wanted, call: Call): Promise<ConnectorObject | null>;
  query(type: string, query: ConnectorQuery, call: Call): Promise<ConnectorPage>;
  /** Goes through the pages from the first on, each within the time of one operation. */
  walk(
    type: string,
    query: Pick<ConnectorQuery, 'filter' | 'pageSize' | 'wanted'>,
    call: Call,
  ): AsyncIterable<VisitedPage>;
  /** The uid; empty in a dry run only. */
  create(type: string, attributes: Attributes, call: Call): Promise<string>;
  /** The uid, which may be another one now. */
  update(type: string, uid: string, attributes: Attributes, call: Call): Promise<string>;
  delete(type: string, uid: string, call: Call): Promise<void>;
  script(script: ConnectorScript, args: Readonly<Record<string, JsonValue>>, call: Call): Promise<JsonValue>;
  /** Lets requests that are under way end, for a while, and cuts the connections. */
  close(): Promise<void>;
}
