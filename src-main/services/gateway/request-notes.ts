/** Where a request was sent on to, and what came of it. */
export interface UpstreamNote {
  readonly origin: string;
  status: number | null;
  failure: string | null;
  attempts: number;
}

/** What filters and the handler note of a request, for its trace. */
export interface RequestNotes {
  /** What each filter notes, by its place. */
  readonly notes: unknown[];
  upstream: UpstreamNote | null;
}
