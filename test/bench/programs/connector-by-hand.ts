import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { announce } from './announce.ts';
import { answerCpuQuestions } from './own-cpu.ts';

// A connector as somebody would write it for this one remote: the same answers, and nothing configurable, recorded or
// traced.
interface Person {
  readonly id: number;
  readonly login: string;
  readonly name: { readonly given: string; readonly family: string };
  readonly contact: { readonly email: string; readonly phones: readonly { readonly number: string }[] };
  readonly employment: { readonly title: string; readonly hired: string; readonly active: boolean };
}

const [upstream = ''] = process.argv.slice(2);
const pool = new Pool(upstream, { connections: 64, pipelining: 1 });
const headers = {
  accept: 'application/json',
  authorization: 'Bearer token',
  'user-agent': 'BenchConnector',
};

function record({ id, login, name, contact, employment }: Person) {
  const attributes = {
    __NAME__: login,
    userName: login,
    givenName: name.given,
    sn: name.family,
    mail: contact.email,
    telephoneNumber: contact.phones.map(({ number }) => number),
    description: employment.title,
    hired: employment.hired,
    active: employment.active,
  };
  const revision = createHash('sha256')
    .update(String(id))
    .update(JSON.stringify(attributes))
    .digest('base64url');
  return { _id: String(id), _rev: revision.slice(0, 22), ...attributes };
}

async function read<T>(path: string): Promise<T> {
  const { body } = await pool.request({ path, method: 'GET', headers });
  return (await body.json()) as T;
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
