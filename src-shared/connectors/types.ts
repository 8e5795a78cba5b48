import type { ProblemAction } from '../errors/problem.ts';
import type { JsonValue } from '../workspace/three-way.ts';
import type { OperationName } from './configuration/vocabulary.ts';

/** A JSON object of which the members are not known beforehand. */
export type JsonObject = Readonly<Record<string, JsonValue>>;

/** An object of the host: attributes by their names, without uid and name. Absent and null differ. */
export type Attributes = Readonly<Record<string, JsonValue>>;

/** The data read from one object of the remote. */
export interface ConnectorObject {
  /** The uid as text, whatever it is at the remote; null where idPath leads to nothing. */
  readonly uid: string | null;
  /** `__NAME__`; null where namePath leads to nothing. */
  readonly name: string | null;
  readonly attributes: Attributes;
}

/** Why a request is sent: which part of an operation it performs. */
export type RequestPurpose =
  | { readonly kind: 'main'; readonly operation: OperationName }
  | {
      readonly kind: 'step';
      readonly operation: OperationName;
      /** Place in `additionalStep`, from 0. */
      readonly index: number;
      /** The attribute that it fills; null: it fills none. */
      readonly attribute: string | null;
    };

/** A request to the remote as the configuration makes it: without what authenticates it and what the transport adds. */
export interface RemoteRequest {
  readonly purpose: RequestPurpose;
  /** Upper case. */
  readonly method: string;
  /** Path below `serviceUri` with everything percent-encoded, or a whole URL where the configuration gives one. */
  readonly path: string;
  /** Given where the path is the address of a next page, as the remote wrote it. RFC 8288 */
  readonly link?: {
    /** True if serviceUri says where it is sent. */
    readonly rewritesOrigin: boolean;
  };
  /** Query without `?`, percent-encoded; empty: none. */
  readonly query: string;
  /** Fields of the operation alone, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** undefined: no body. */
  readonly body: JsonValue | undefined;
}

/** An answer of the remote as mapping, paging and exceptions see it. */
export interface RemoteResponse {
  readonly status: number;
  /** In the order of the wire; a name may come repeatedly. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** The body as JSON; undefined where it is empty or none. */
  readonly json: JsonValue | undefined;
}

/** Something that is wrong in a configuration, and where. */
export interface ConnectorProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'notice';
  readonly message: string;
  readonly fix: string;
  /** In the document of the host. RFC 6901 */
  readonly pointer: string;
  readonly actions?: readonly ProblemAction[];
}
