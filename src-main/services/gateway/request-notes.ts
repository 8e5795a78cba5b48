/** Where a request was sent on to, and what came of it. */
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
