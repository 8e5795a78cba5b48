/** What a message is about: the same name can mean different things in two of them. */
export type MessageKind =
  | 'authorization'
  | 'page'
  | 'callback'
  | 'token'
  | 'validation'
  | 'introspection'
  | 'revocation'
  | 'userinfo'
  | 'resource'
  | 'metadata'
  | 'keys';

/** Where in an exchange something stands; `location` is a parameter of the address in a Location header. */
export type ExplainPlace =
  | 'query'
  | 'body'
  | 'header'
  | 'status'
  | 'response-header'
  | 'location'
  | 'response-json';

/** What one value means, on top of what its name does. */
export interface ValueEntry {
  /** The value itself, or a pattern that it fits whole. */
  readonly value: string | RegExp;
  readonly sentence: string;
  readonly clause?: string;
  /** Why a careful reader stops at it. */
  readonly concern?: string;
}

/** What one name is for. */
export interface Entry {
  /** As it is written; the names of headers are compared without regard to case. */
  readonly name: string;
  readonly at: readonly ExplainPlace[];
  /** Absent: in any message. */
  readonly kinds?: readonly MessageKind[];
  readonly sentence: string;
  /** What goes wrong where it is missing. */
  readonly without?: string;
  readonly clause: string;
  readonly concern?: string;
  readonly values?: readonly ValueEntry[];
}
