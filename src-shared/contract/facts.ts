import type { JsonPath } from '../workspace/json-pointer.ts';
import type { JsonValue } from '../workspace/three-way.ts';

/** A part of a fact: what a finding points at and a fix changes. */
export type FactPart =
  | { readonly part: 'whole' | 'method' | 'path' | 'response' }
  | { readonly part: 'query' | 'header' | 'form' | 'response-header'; readonly name: string }
  | { readonly part: 'body' | 'response-body'; readonly path: JsonPath }
  /** A stretch of a script, in UTF-16 units of its text. */
  | { readonly part: 'text'; readonly at: number; readonly length: number };

/** Location in an artefact, before lines and columns are counted. */
export interface FactLocation {
  /** Number of the entry of a HAR document, from 0. */
  readonly entry?: number;
  /** RFC 6901, from the top of the artefact. */
  readonly pointer?: string;
  /** UTF-16 units from the beginning of the text, where there is no pointer. */
  readonly at?: number;
  readonly length?: number;
  /** Lines and columns from 1, where a reader cannot be asked for them later. */
  readonly range?: TextRange;
}

/** A stretch of a text; lines and columns count from 1, the end is not part of it. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A change that a rule proposes, in terms of the fact: its reader knows what that is in the text. */
export type FactChange =
  /** Within the text at this part, every `from` becomes `to`. */
  | { readonly kind: 'replace'; readonly of: FactPart; readonly from: string; readonly to: string }
  | { readonly kind: 'set'; readonly of: FactPart; readonly value: JsonValue }
  | { readonly kind: 'rename'; readonly of: FactPart; readonly name: string }
  | { readonly kind: 'remove'; readonly of: FactPart };

/** An edit of an artefact's text. */
export interface TextEdit {
  /** Number of the HAR entry from whose beginning `at` counts; absent: from the beginning of the text. */
  readonly entry?: number | undefined;
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** The operations of every fact on the artefact that it was read from. */
export interface FactOrigin {
  locate(part: FactPart): FactLocation;
  /** The edits that make these changes; null: they cannot be made in this artefact. */
  edit(changes: readonly FactChange[]): readonly TextEdit[] | null;
}

/** Whose server a request goes to; `relative`: no host is named, or only by a placeholder. Rules never see `other`. */
export type FactHost = 'platform' | 'authorization' | 'relative' | 'other';

/** An answer that was recorded with a request. */
export interface ResponseFact {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** undefined: none, or none that is JSON. */
  readonly body: JsonValue | undefined;
}

/** A request that an artefact contains, sends, or would send. */
export interface RequestFact extends FactOrigin {
  readonly kind: 'request';
  /** In capitals. */
  readonly method: string;
  readonly host: FactHost;
  /** Host name of the URL, in lower case; null where none is written. */
  readonly hostName: string | null;
  /** Segments of the path below the base and an optional `v1`, percent-decoded. Placeholders stay as they are written. */
  readonly segments: readonly string[];
  /** The URL as it is written, without values of its query. */
  readonly writtenPath: string;
  /** Length of the URL in characters. */
  readonly urlLength: number;
  readonly query: ReadonlyMap<string, readonly string[]>;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** undefined: none, or none that is JSON. Parsed when it is asked for. */
  readonly body: JsonValue | undefined;
  /** Fields of a form; empty where the body is none. */
  readonly form: ReadonlyMap<string, readonly string[]>;
  /** The call as it is written, without secrets. */
  readonly call: string;
  /** False if not all of its body can be told. */
  readonly isBodyTold: boolean;
  /** True if its placeholders are bound by the workspace, or by each record: what they stand for is no gap. */
  readonly isBound: boolean;
  /** True once the body or the form was asked for. */
  readonly isBodyAsked: boolean;
  readonly response: ResponseFact | null;
  /** When it was sent; null where that is not recorded. */
  readonly startedAtMillis: number | null;
  readonly durationMillis: number | null;
  /** The artefact's information on the client: a connector's authentication, a flow's client. */
  readonly client: ClientFact | null;
}

/** The client that sends a request, as far as the artefact says. */
export interface ClientFact {
  readonly grantType: string | null;
  readonly isPublic: boolean | null;
  readonly role: string | null;
  /** Requests a second at which it was told to send; absent or null: nothing says so. */
  readonly perSecond?: number | null;
}

/** A script: its text, and its facts. Offsets count UTF-16 units. */
export interface ScriptFact extends FactOrigin {
  readonly kind: 'script';
  readonly language: 'javascript' | 'groovy' | 'python' | 'shell' | 'http';
  readonly text: string;
  /** Every member access `a.name` and `a['name']`. */
  readonly members: readonly { readonly name: string; readonly at: number; readonly length: number }[];
  /** Every comparison of a member with a string literal, by an operator or by `equals`, `toBe`, `toEqual`, `is`. */
  readonly comparisons: readonly {
    readonly member: string;
    readonly literal: string;
    readonly at: number;
    readonly length: number;
  }[];
}

/** A JSON document of its own: an application, a policy, a template content. */
export interface DocumentFact extends FactOrigin {
  readonly kind: 'document';
  readonly value: JsonValue;
}

/** A resource in a body or a document: derived from the facts above by the rules' engine. */
export interface ResourceFact extends FactOrigin {
  readonly kind: 'resource';
  /** Id of `resources.json`. */
  readonly resource: string;
  /** `FactPart` paths count from the top of this value. */
  readonly value: JsonValue;
  readonly in: 'request' | 'response' | 'document';
  /** False if it may have further members, because not all of the body can be told. */
  readonly isWhole: boolean;
  /** Method of the request it is the body of; null for documents. */
  readonly method: string | null;
}

/** A fact that a reader finds in an artefact. */
export type ReadFact = RequestFact | ScriptFact | DocumentFact;
export type Fact = ReadFact | ResourceFact;
export type FactKind = Fact['kind'];

/** True if a value of a body is only known when the request is sent: a placeholder of the artefact's language. */
export function isPlaceholder(value: JsonValue | undefined): boolean {
  return (
    typeof value === 'string' && /^(?:\{\{[^{}]*\}\}|[$&]\{[^{}]*\}|\{[A-Za-z_]\w*\}|<[^<>]+>)$/.test(value)
  );
}
