import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { announce } from './announce.ts';

// The upstream that every proxy is measured in front of: an API that answers 300 bytes at once.
const answer = JSON.stringify({ orders: 'a'.repeat(286) });
const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) };
const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => {
  response.writeHead(200, headers);
  response.end(answer);
});
server.maxRequestsPerSocket = 0;
server.listen(0, '127.0.0.1', () => announce({ port: (server.address() as AddressInfo).port }));
