import { clientDraft } from '#main/platform/client-exchange.ts';
import type { WireResponse } from '#main/platform/client-request.ts';
import type { ConnectorPorts } from '../ports.ts';
import { type Fields, flatFields } from './fields.ts';
import type { WireRequest } from './wire-request.ts';

/** How a request ended, and how long it took. */
interface Ending {
  readonly answer: WireResponse | null;
  readonly failure: string | null;
  readonly startedAtMillis: number;
  readonly tookMillis: number;
}

/** Records a request as an exchange, answered or not, and returns its id. */
export type RecordRequest = (request: WireRequest, headers: Fields, ending: Ending) => string;

/** Makes the recording of what a connector sends. */
export function createRequestRecord({
  record,
  name,
}: Pick<ConnectorPorts, 'record' | 'name'>): RecordRequest {
  const tagsOf = createTags(name);
  return ({ purpose, address, method, body }, headers, { answer, failure, startedAtMillis, tookMillis }) =>
    record(
      clientDraft({
        service: 'connectorHost',
        origin: address.origin,
        method,
        target: address.target,
        requestHeaders: flatFields(headers),
        body,
        answer,
        failure,
        startedAtMillis,
        tookMillis,
        tags: tagsOf('operation' in purpose ? purpose.operation : purpose.kind),
      }),
    );
}

/** The same list for each request of an operation. */
function createTags(system: string): (operation: string) => readonly string[] {
  const lists = new Map<string, readonly string[]>();
  return (operation) => {
    const known = lists.get(operation);
    if (known !== undefined) return known;
    const tags = [`system:${system}`, `operation:${operation}`];
    lists.set(operation, tags);
    return tags;
  };
}
