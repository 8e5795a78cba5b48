import { AddressRefused } from '#main/platform/outgoing-connection.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { OAuthError } from '../errors.ts';
import { call } from '../outgoing-call.ts';
import type { RequestContext } from '../request-context.ts';
import type { FetchedDocument } from '../stores/client-documents.ts';
import type { DocumentRun } from './document-run.ts';

const fetchTimeoutMillis = 5_000;
/** The head of a response comes on top of the document. */
const maxHeadBytes = 4_096;
/** Servers that do not answer must not hold all connections. */
const maxFetching = 50;

/**
 * Fetches a document within the limits; whoever asks for the same one meanwhile waits for this fetch. Nothing is kept of
 * a fetch that fails. draft-ietf-oauth-client-id-metadata-document-02 §5
 * @throws OAuthError temporarily_unavailable
 */
export function fetchDocument(context: RequestContext, run: DocumentRun): Promise<FetchedDocument> {
  const { clientDocuments } = context.runtime;
  const underway = clientDocuments.fetching.get(run.url);
  if (underway !== undefined) return underway;
  requireRoom(context);
  const fetched = send(context, run).finally(() => clientDocuments.fetching.delete(run.url));
  clientDocuments.fetching.set(run.url, fetched);
  return fetched;
}

/** @throws OAuthError temporarily_unavailable */
function requireRoom({ runtime, request, nowMillis }: RequestContext): void {
  const { fetches, fetching } = runtime.clientDocuments;
  const seconds = fetches.waitSeconds(request.remoteAddress, nowMillis);
  if (seconds === 0 && fetching.size < maxFetching) {
    fetches.count(request.remoteAddress, nowMillis);
    return;
  }
  throw new OAuthError('temporarily_unavailable', {
    description: 'Too many client ID metadata documents are requested. Try again later.',
    status: 429,
    retryAfterSeconds: Math.max(1, seconds),
  });
}

async function send({ runtime }: RequestContext, run: DocumentRun): Promise<FetchedDocument> {
  try {
    return await call(runtime, {
      method: 'GET',
      url: run.url,
      headers: [],
      timeoutMillis: fetchTimeoutMillis,
      maxBytes: run.maxBytes + maxHeadBytes,
      tags: [`client:${run.url}`],
      ...(run.admits === null ? {} : { admits: run.admits }),
    });
  } catch (error) {
    return { fault: faultOf(error, run) };
  }
}

function faultOf(error: unknown, { maxBytes }: DocumentRun): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AddressRefused) return 'Its host has a special-use address.';
  const code = error instanceof GatehouseError ? error.code : '';
  if (code === 'upstream.too-large') return `It is larger than ${maxBytes} bytes.`;
  if (code === 'upstream.timeout') return `Its server did not respond within ${fetchTimeoutMillis} ms.`;
  if (code === 'upstream.untrusted') return 'The certificate of its server is not trusted.';
  return 'Its server cannot be reached.';
}
