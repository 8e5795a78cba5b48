import type { QueryFilter } from '../query/types.ts';
import type { JsonValue } from '../workspace/three-way.ts';
import type { AttributeDefinition } from './configuration/attributes.ts';
import type { ObjectTypeConfiguration } from './configuration/object-type.ts';
import type { ExceptionType, OperationName, PaginationStrategy } from './configuration/vocabulary.ts';
import type { WonRule } from './trace.ts';
import type {
  Attributes,
  ConnectorObject,
  ConnectorProblem,
  RemoteRequest,
  RemoteResponse,
} from './types.ts';

/** Attributes that are asked for; `default`: those that come without being named. */
export type Wanted = ReadonlySet<string> | 'default';

/** The values of the paging variables; null: the variable is not set. */
export interface PageVariables {
  /** Members of `pagination` in use; null: the operation is sent unchanged. */
  readonly strategy: PaginationStrategy | null;
  readonly pageSize: number | null;
  readonly offset: number | null;
  readonly cookie: string | null;
}

/** Values of an object beyond the change itself, for which placeholders stand. */
export interface ReadValues {
  readonly attributes: Attributes;
  /** `__NAME__`; null: it has none, or it is not known. */
  readonly name: string | null;
  /** ETag of the answer to GET; null: it has none, or it is not known. RFC 9110 §8.8.3 */
  readonly etag: string | null;
  /** True if it has still to be read: a placeholder without a value is shown as it is written. */
  readonly isUnread: boolean;
}

/** An answer to GET. */
export interface ReadAnswer extends Pick<RemoteResponse, 'headers' | 'json'> {
  /** True of a sample, the fields of which nobody knows. */
  readonly isSample?: boolean;
}

/** A further request of a write, and the reading that it needs right before. */
export interface PlannedStep {
  /** `object`: an object that was read once will do. */
  readonly reads: 'nothing' | 'object' | 'etag';
  request(uid: string, read: ReadValues): RemoteRequest;
}

/** The parameters of a QUERY to the remote. */
export interface QueryAsk {
  readonly page: PageVariables;
  /** `remote` of a FilterPlan. */
  readonly filter: string | null;
  /** `body` of a FilterPlan, in place of `filter`. */
  readonly body?: JsonValue | null;
  readonly wanted: Wanted;
}

/** The content read from one page. */
export interface PageRead {
  readonly objects: readonly ConnectorObject[];
  /** Cookie of the next page; null: the answer names none. */
  readonly cookie: string | null;
  /** Records of the whole list by `totalPath`; null: the answer does not say. */
  readonly total: number | null;
  /** True if the answer says at `stopPath` that it is the last page. */
  readonly isStopped: boolean;
}

/** The meaning of an answer that is not a success. */
export interface Failure {
  readonly type: ExceptionType | 'CHANGED' | 'RETRYABLE' | 'OTHER';
  /** null: the status alone decided, and it has no type of `exceptions`. */
  readonly rule: WonRule | null;
  /** The remote's error message, cut where it is long; null: none was found. */
  readonly message: string | null;
}

/** The split of a filter between remote and local evaluation. */
export interface FilterPlan {
  /** `_id eq "x"`, alone or under `and`: one object is read with GET, and `local` decides about it. */
  readonly uid: string | null;
  /** Nothing can match: the remote is not asked. */
  readonly isNothing: boolean;
  /** The expression as the remote writes it; it goes into QueryAsk as it is. */
  readonly remote: string | null;
  /** The same as JSON where it stands in the body; null: it stands in the query. */
  readonly body: JsonValue | null;
  /** The part that is evaluated here, on the objects that the remote returns. */
  readonly local: QueryFilter | null;
  /** Attributes that `local` looks at: they have to be read too. */
  readonly needs: readonly string[];
  /** Notes for the user, such as “filtered locally: mail co "x"”. */
  readonly notes: readonly string[];
}

/** An object type that is ready to make requests and to read answers. */
export interface CompiledObjectType {
  readonly name: string;
  readonly schema: ReadonlyMap<string, AttributeDefinition>;
  readonly config: ObjectTypeConfiguration;
  has(operation: OperationName): boolean;
  /** @throws connector.unsupported where the operation is not configured; so do all that make requests. */
  getRequest(uid: string, wanted: Wanted): RemoteRequest;
  /** null: the answer holds no object. @throws connector.value-* where a value is not of its type */
  readObject(response: RemoteResponse, wanted: Wanted): ConnectorObject | null;
  queryRequest(ask: QueryAsk): RemoteRequest;
  /** True if cookies are addresses of next pages. */
  readonly followsLinks: boolean;
  /**
   * @throws connector.value-* where a value is not of its type, connector.expression-costly, connector.remote-failed
   * for an answer without a list, or with a record that has no uid
   */
  readPage(response: RemoteResponse, wanted: Wanted): PageRead;
  /** Attributes as `checkAttributes` returns them. */
  createRequest(attributes: Attributes): RemoteRequest;
  /** The uid in the answer, or that of `attributes` which the caller chooses; null: neither says it. */
  createdUid(response: RemoteResponse, attributes?: Attributes): string | null;
  /** null: every attribute that it writes is absent. */
  updateRequest(uid: string, attributes: Attributes, read?: ReadValues): RemoteRequest | null;
  /** True if placeholders of the main request, or of those after it, stand for what has to be read before. */
  readsBefore(operation: 'UPDATE' | 'DELETE', attributes: Attributes): boolean;
  /** The values for the placeholders of an operation, from an answer to GET. @throws connector.value-* */
  readValues(operation: 'CREATE' | 'UPDATE' | 'DELETE', read: ReadAnswer): ReadValues;
  /** True if UPDATE writes the whole object, which is read before. */
  readonly sendsAll: boolean;
  /** The request that reads an object with all its members. */
  wholeGetRequest(uid: string): RemoteRequest;
  /**
   * UPDATE with all that was read of the object; null: it sends attributes as they are.
   * @throws connector.configuration where the answer to GET holds no object
   */
  wholeRequest(uid: string, attributes: Attributes, read: ReadAnswer): RemoteRequest | null;
  /** The uid in the answer, or else the one that was asked for. */
  updatedUid(uid: string, response: RemoteResponse): string;
  deleteRequest(uid: string, read?: ReadValues): RemoteRequest;
  /** Attributes that further requests of GET or QUERY for wanted attributes name. */
  stepNeeds(operation: 'GET' | 'QUERY', wanted: Wanted): readonly string[];
  /** Further requests of GET and QUERY for wanted attributes; one that names an attribute without a value is left out. */
  readSteps(
    operation: 'GET' | 'QUERY',
    uid: string,
    wanted: Wanted,
    read?: ReadValues,
  ): readonly RemoteRequest[];
  /** Further requests of CREATE, UPDATE and DELETE; one whose attributes are all absent is left out. */
  writePlan(operation: 'CREATE' | 'UPDATE' | 'DELETE', attributes: Attributes): readonly PlannedStep[];
  /** Those requests, before anything is read. */
  writeSteps(
    operation: 'CREATE' | 'UPDATE' | 'DELETE',
    uid: string,
    attributes: Attributes,
    read?: ReadValues,
  ): readonly RemoteRequest[];
  /** Value of the attribute that a step fills; undefined: its answer has none. @throws connector.value-* */
  readStep(operation: 'GET' | 'QUERY', index: number, response: RemoteResponse): JsonValue | undefined;
  /** null: the answer is a success. */
  classify(response: RemoteResponse): Failure | null;
  /** @throws connector.filter-invalid for attributes that there are not, and for pointers of several segments */
  planFilter(filter: QueryFilter | null): FilterPlan;
}

/** An object type with the problems of its configuration; pointers are relative to it. */
export interface Compilation {
  readonly type: CompiledObjectType;
  readonly problems: readonly ConnectorProblem[];
}
