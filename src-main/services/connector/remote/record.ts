import type { ConnectorPorts } from '../ports.ts';
import type { WireAnswer } from './dispatch.ts';
import { type Fields, flatFields } from './fields.ts';
import type { WireRequest } from './wire-request.ts';

/** How a request ended, and how long it took. */
interface Ending {
  readonly answer: WireAnswer | null;
  readonly failure: string | null;
  readonly startedAtMillis: number;
  readonly tookMillis: number;
}

/** Records a request as an exchange, answered or not, and returns its id. */
export function recordExchange(
  { record, name }: Pick<ConnectorPorts, 'record' | 'name'>,
  { purpose, address, method, body }: WireRequest,
  headers: Fields,
  { answer, failure, startedAtMillis, tookMillis }: Ending,
): string {
  return record({
    side: 'client',
    service: 'connectorHost',
    origin: address.origin,
    startedAtMillis,
    durationMicros: Math.round(tookMillis * 1_000),
    clientPort: 0,
    method,
    target: address.target,
    requestHeaders: flatFields(headers),
    requestBody: body ?? '',
    status: answer?.status ?? null,
    reason: answer?.reason ?? '',
    responseHeaders: answer?.headers.flat() ?? [],
    responseBody: answer?.body ?? '',
    failure,
    tags: [`system:${name}`, `operation:${'operation' in purpose ? purpose.operation : purpose.kind}`],
    trace: null,
    faults: [],
  });
}
