/** The subject of a message: the same name can have different meanings in messages of two kinds. */
export type MessageKind =
  | 'authorization'
  | 'page'
  | 'callback'
  | 'token'
  | 'validation'
  | 'introspection'
  | 'revocation'
  | 'sign-out'
  | 'userinfo'
  | 'resource'
  | 'metadata'
  | 'keys';

/** Location in an exchange; `location` is a parameter of the address in a Location header. */
export type ExplainLocation =
  | 'query'
  | 'body'
  | 'header'
  | 'status'
  | 'response-header'
  | 'location'
  | 'response-json';

/** The meaning of one value, in addition to that of its name. */
export interface ValueEntry {
  /** The value itself, or a pattern that it fits whole. */
  readonly value: string | RegExp;
  readonly sentence: string;
  readonly clause?: string;
  /** Why a careful reader stops at it. */
  readonly concern?: string;
}

/** The purpose of one name. */
export interface Entry {
  /** As it is written; the names of headers are compared without regard to case. */
  readonly name: string;
  readonly at: readonly ExplainLocation[];
  /** Absent: in any message. */
  readonly kinds?: readonly MessageKind[];
  readonly sentence: string;
  /** The consequence if it is missing. */
  readonly without?: string;
  readonly clause: string;
  readonly concern?: string;
  readonly values?: readonly ValueEntry[];
}
