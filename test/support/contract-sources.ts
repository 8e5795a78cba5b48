import type { ContractSource, ContractState } from '#shared/api/index.ts';
import type { ApiClient } from './api-clients.ts';
import { eventually } from './eventually.ts';

/** An entry of a HAR document. */
export function harEntry(method: string, url: string, more: object = {}): object {
  return {
    startedDateTime: '2026-03-02T09:00:00.000Z',
    time: 5,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      headers: [],
      cookies: [],
      queryString: [],
      headersSize: -1,
      bodySize: -1,
      ...more,
    },
    response: {
      status: 200,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: [],
      cookies: [],
      content: { size: 0 },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 5, receive: 0 },
  };
}

export function har(entries: readonly object[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } });
}

/** Waits until the state of the linter is as it is asked for. */
export function untilContract(
  client: ApiClient,
  isThere: (state: ContractState) => boolean,
): Promise<ContractState> {
  return eventually(async () => {
    const state = await client.contractHistory.state();
    return isThere(state) ? state : null;
  });
}

/** Sends a file for the linter, in pieces: at least two. */
export async function sendSource(client: ApiClient, name: string, text: string): Promise<string> {
  const bytes = Buffer.from(text);
  const { id } = await client.contractHistory.addSource({ name, sizeBytes: bytes.length });
  const max = Math.min(1_500_000, Math.ceil(bytes.length / 2));
  for (let offset = 0; offset < bytes.length; offset += max)
    await client.contractHistory.uploadSource({
      id,
      offset,
      base64: bytes.subarray(offset, offset + max).toString('base64'),
    });
  return id;
}

/** Imports a file for the linter and waits until it is linted, or could not be. */
export async function importedSource(client: ApiClient, name: string, text: string): Promise<ContractSource> {
  const id = await sendSource(client, name, text);
  const isOver = ({ sources }: ContractState) => {
    const source = sources.find((candidate) => candidate.id === id);
    return source !== undefined && source.work === null && (source.requests > 0 || source.problem !== null);
  };
  const { sources } = await untilContract(client, isOver);
  const source = sources.find((candidate) => candidate.id === id);
  if (source === undefined) throw new Error('It is not there.');
  return source;
}
