import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import type { HopSeen } from './hop.ts';

/**
 * Converts a hop for the recorder. The fragment is left out, as on the wire; port 0: the browser does not tell its
 * own, so that the record stands beside the hosted server's and is not joined with it.
 */
export function hopDraft(hop: HopSeen, tags: readonly string[]): ExchangeDraft {
  const url = new URL(hop.url);
  return {
    side: 'client',
    service: 'flowDebugger',
    origin: url.origin,
    startedAtMillis: hop.startedAtMillis,
    durationMicros: hop.durationMicros,
    clientPort: 0,
    method: hop.method,
    target: url.pathname + url.search,
    requestHeaders: hop.requestHeaders,
    requestBody: hop.postData ?? '',
    status: hop.status,
    reason: hop.reason,
    responseHeaders: hop.responseHeaders,
    responseBody: hop.body ?? '',
    failure: hop.failure,
    tags,
    trace: null,
    faults: [],
  };
}
