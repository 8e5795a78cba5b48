/** The destination of a forwarded request, and its outcome. */
export interface UpstreamNote {
  readonly origin: string;
  status: number | null;
  failure: string | null;
  attempts: number;
}

/** Notes that filters and the handler make about a request, for its trace. */
export interface RequestNotes {
  /** The note of each filter, by its place. */
  readonly notes: unknown[];
  upstream: UpstreamNote | null;
}
