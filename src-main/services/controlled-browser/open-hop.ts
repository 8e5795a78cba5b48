import { flatHeaders, headersOfText, postBytes, reasonOfText, wholeUrl } from './headers.ts';
import type { HopSeen } from './hop.ts';
import type { RequestWillBeSent, ResponseExtra, SeenRequest, SeenResponse } from './protocol.ts';

/**
 * A hop that the browser has not completely reported yet: its parts come one by one, and not always in order.
 */
export interface OpenHop {
  readonly requestId: string;
  readonly request: SeenRequest;
  readonly startedAtMillis: number;
  readonly startSeconds: number;
  readonly frame: HopSeen['frame'];
  endSeconds: number | null;
  response: SeenResponse | null;
  /** True if the browser also tells the headers of the wire; null until that is known. */
  hasExtra: boolean | null;
  sentHeaders: Readonly<Record<string, string>> | null;
  receivedHead: ResponseExtra | null;
  body: Uint8Array | null;
  isBodyDue: boolean;
  /** It failed, and what the wire had of it may still be told. */
  isHeadDue: boolean;
  failure: string | null;
  isAnsweredByEngine: boolean;
  /** Nothing more is waited for. */
  isSettled: boolean;
  timer: NodeJS.Timeout | null;
}

/** Begins a hop; `startedAtMillis` is the time of the services. */
export function beginHop(
  event: RequestWillBeSent,
  frame: HopSeen['frame'],
  startedAtMillis: number,
): OpenHop {
  return {
    requestId: event.requestId,
    request: event.request,
    startedAtMillis,
    startSeconds: event.timestamp,
    frame,
    endSeconds: null,
    response: null,
    hasExtra: null,
    sentHeaders: null,
    receivedHead: null,
    body: null,
    isBodyDue: false,
    isHeadDue: false,
    failure: null,
    isAnsweredByEngine: false,
    isSettled: false,
    timer: null,
  };
}

/** Tests whether everything that the browser will tell of a hop is there. */
export function isWhole(hop: OpenHop): boolean {
  if (hop.endSeconds === null || hop.isBodyDue || hop.isHeadDue) return false;
  return hop.hasExtra !== true || (hop.sentHeaders !== null && hop.receivedHead !== null);
}

/** The hop as it is handed over. */
export function seenHop(hop: OpenHop): HopSeen {
  const { request, endSeconds, startSeconds } = hop;
  const head = seenHead(hop);
  const durationSeconds = Math.max(0, (endSeconds ?? startSeconds) - startSeconds);
  const isUnanswered = head.status === null;
  return {
    ...head,
    method: request.method,
    url: wholeUrl(request),
    requestHeaders: flatHeaders(hop.sentHeaders ?? request.headers),
    postData: postBytes(request),
    body: hop.body,
    failure: hop.failure ?? (isUnanswered ? 'No response was observed.' : null),
    answeredBy: hop.isAnsweredByEngine ? 'engine' : isUnanswered ? 'nobody' : 'server',
    frame: hop.frame,
    startedAtMillis: hop.startedAtMillis,
    durationMicros: Math.round(durationSeconds * 1_000_000),
  };
}

/** Status line and header fields: as the wire had them, or else as the browser tells them. */
function seenHead({
  receivedHead,
  response,
}: OpenHop): Pick<HopSeen, 'status' | 'reason' | 'responseHeaders'> {
  const reason = response?.statusText ?? '';
  if (receivedHead === null) {
    const responseHeaders = flatHeaders(response?.headers ?? {});
    return { status: response?.status ?? null, reason, responseHeaders };
  }
  const { statusCode: status, headersText: text, headers } = receivedHead;
  return text === undefined || text === ''
    ? { status, reason, responseHeaders: flatHeaders(headers) }
    : { status, reason: reasonOfText(text), responseHeaders: headersOfText(text) };
}
