import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastifyProxy from '@fastify/http-proxy';
import { fastify } from 'fastify';
import httpProxy from 'http-proxy';
import { announce } from './announce.ts';
import { answerCpuQuestions } from './own-cpu.ts';

const [kind = '', upstream = ''] = process.argv.slice(2);
const connections = 64;

async function serveHttpProxy(): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const proxy = httpProxy.createProxyServer({ target: upstream, agent });
  const server = createServer((request, response) => proxy.web(request, response));
  server.maxRequestsPerSocket = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function serveFastify(): Promise<number> {
  const server = fastify();
  await server.register(fastifyProxy, { upstream, undici: { connections, pipelining: 1 } });
  await server.listen({ port: 0, host: '127.0.0.1' });
  return (server.server.address() as AddressInfo).port;
}

const port = kind === 'http-proxy' ? await serveHttpProxy() : await serveFastify();
answerCpuQuestions();
announce({ port });
