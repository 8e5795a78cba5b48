import { type CompiledObjectType, choosePage, type RemoteRequest } from '#shared/connectors/index.ts';
import { ConnectorFailure } from '../failure.ts';
import type { Call } from '../ports.ts';
import { readServiceBase } from '../remote/address.ts';
import { built, type ConnectorContext, readFrom } from './context.ts';

/**
 * Tests that the configuration can be worked with, and that the remote is there and takes the credentials: a token
 * where one is needed, then the cheapest request that needs them. Spec 2 §1, Test
 * @throws ConnectorFailure
 */
export async function testRemote(context: ConnectorContext, call: Call): Promise<void> {
  const { document, problems, types, requester } = context;
  readServiceBase(document.configurationProperties.serviceUri);
  const fault = problems.find(({ severity }) => severity === 'error');
  if (fault !== undefined) throw new ConnectorFailure('CONFIGURATION', fault.message, { fix: fault.fix });
  const type = [...types.values()].find((each) => each.has('QUERY'));
  const purpose = { kind: 'test' } as const;
  if (type !== undefined) {
    const sent = await requester.perform(type, cheapQuery(type), { call, purpose });
    if (sent !== null) readFrom(sent, () => undefined);
    return;
  }
  const sent = await requester.send(plainRead, { call, purpose });
  const status = sent?.response.status ?? 200;
  if (sent === null || (status !== 401 && status !== 403 && status < 500)) return;
  throw new ConnectorFailure(
    status === 401 ? 'UNAUTHORIZED' : status === 403 ? 'FORBIDDEN' : 'RETRYABLE',
    `The remote system responded with status ${status}.`,
    { fix: status < 500 ? 'Correct the credentials of the connector.' : 'Check the remote system.' },
  ).at(sent.step());
}

/** A read of serviceUri itself: where there is nothing, a server was there to say so. */
const plainRead: RemoteRequest = {
  purpose: { kind: 'main', operation: 'GET' },
  method: 'GET',
  path: '',
  query: '',
  headers: [],
  body: undefined,
};

function cheapQuery(type: CompiledObjectType): RemoteRequest {
  const page = choosePage(type.config.operations?.QUERY?.pagination, {
    pageSize: 1,
    offset: null,
    cookie: null,
  });
  return built(() => type.queryRequest({ page, filter: null, wanted: 'default' }));
}
