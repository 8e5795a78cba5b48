import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { announce } from './announce.ts';
import { attributesOf, type Person, readerOf } from './connector-person.ts';
import { answerCpuQuestions } from './own-cpu.ts';

// A connector as somebody would write it for this one remote: the same answers, and nothing configurable, recorded or
// traced.
const [upstream = ''] = process.argv.slice(2);
const read = readerOf(upstream);

function record(person: Person) {
  const attributes = attributesOf(person);
  const revision = createHash('sha256')
    .update(String(person.id))
    .update(JSON.stringify(attributes))
    .digest('base64url');
  return { _id: String(person.id), _rev: revision.slice(0, 22), ...attributes };
}

async function answer(url: string): Promise<object> {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const id = pathname.split('/')[5];
  if (id !== undefined) return record(await read<Person>(`/users/${encodeURIComponent(id)}`));
  const limit = Number(searchParams.get('_pageSize'));
  const offset = Number(searchParams.get('_pagedResultsOffset') ?? 0);
  const { items } = await read<{ items: Person[] }>(`/users?limit=${limit}&offset=${offset}`);
  const result = items.map(record);
  return {
    result,
    resultCount: result.length,
    pagedResultsCookie: null,
    totalPagedResultsPolicy: 'NONE',
    totalPagedResults: -1,
    remainingPagedResults: -1,
  };
}

function send(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json;charset=UTF-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

const server = createServer({ noDelay: true }, (request, response) => {
  const { url = '', headers: given } = request;
  if (given['x-gatehouse-username'] !== 'admin' || given['x-gatehouse-password'] !== 'password')
    return send(response, 401, { code: 401, reason: 'Unauthorized', message: 'Access Denied' });
  answer(url).then(
    (value) => send(response, 200, value),
    (error: unknown) => send(response, 500, { code: 500, message: String(error) }),
  );
});
server.maxRequestsPerSocket = 0;
answerCpuQuestions();
server.listen(0, '127.0.0.1', () => announce({ port: (server.address() as AddressInfo).port }));
