import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { announce } from './announce.ts';

// The remote of every connector that is measured: one person, or a page of them, answered at once.
const people = Array.from({ length: 100_000 }, (_, index) => ({
  id: index + 1,
  login: `user${index}`,
  name: { given: `Given ${index}`, family: 'Family' },
  contact: { email: `user${index}@example.com`, phones: [{ number: '+44 20 7946 0100' }] },
  employment: { title: 'Engineer', hired: '2020-01-15T09:00:00Z', active: true },
}));
const page = (offset: number, limit: number) =>
  JSON.stringify({ items: people.slice(offset, offset + limit) });
const firstPage = page(0, 100);
const one = JSON.stringify(people[0]);

const server = createServer({ keepAliveTimeout: 60_000 }, ({ url = '' }, response) => {
  const { searchParams } = new URL(url, 'http://localhost');
  const limit = Number(searchParams.get('limit') ?? 0);
  const offset = Number(searchParams.get('offset') ?? 0);
  const body = limit === 0 ? one : offset === 0 && limit === 100 ? firstPage : page(offset, limit);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
});
server.maxRequestsPerSocket = 0;
server.listen(0, '127.0.0.1', () => announce({ port: (server.address() as AddressInfo).port }));
