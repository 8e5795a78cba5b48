import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';

/** A request of a document that is imported, with its answer where it has one. */
export interface ImportedEntry {
  readonly origin: string;
  readonly method: string;
  /** The form in the request line, if the document gives it. */
  readonly target: string;
  /** Name, value, name, value, … */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array;
  /** Null: the document does not say when it was sent. */
  readonly startedAtMillis: number | null;
  readonly durationMicros: number;
  readonly response: ImportedResponse | null;
  /** Why there is no answer. */
  readonly failure: string;
}

export interface ImportedResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly string[];
  readonly body: string | Uint8Array;
}

/** The exchange of an imported entry; without a time of its own it counts as sent now. */
export function importedDraft(entry: ImportedEntry, nowMillis: number): ExchangeDraft {
  const { origin, method, target, response } = entry;
  return {
    side: 'client',
    service: 'imported',
    origin,
    startedAtMillis: entry.startedAtMillis ?? nowMillis,
    durationMicros: entry.durationMicros,
    clientPort: 0,
    method,
    target,
    requestHeaders: entry.headers,
    requestBody: entry.body,
    status: response?.status ?? null,
    reason: response?.reason ?? '',
    responseHeaders: response?.headers ?? [],
    responseBody: response?.body ?? '',
    failure: response === null ? entry.failure : null,
    tags: ['imported'],
    trace: null,
    faults: [],
  };
}
