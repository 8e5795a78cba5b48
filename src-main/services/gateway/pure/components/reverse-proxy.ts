import type { HandlerNode, ReverseProxyConfig } from '#shared/gateway/types.ts';
import { isJsonObject, toPointer } from '#shared/workspace/json-pointer.ts';
import type { Declaration, ReadContext } from '../reading/context.ts';
import { configOf, type Members, membersOf } from '../reading/members.ts';

const defaultConnections = 64;
const maxConnections = 10_000;
const defaultTimeoutMillis = 10_000;
const defaultRetries = 5;
const maxRetries = 100;
const notUsed = [
  'waitQueueSize',
  'circuitBreaker',
  'tls',
  'proxyOptions',
  'protocolVersion',
  'http2PriorKnowledge',
  'disableReuseConnection',
  'hostnameVerifier',
  'numberOfWorkers',
  'stateTrackingEnabled',
  'temporaryStorage',
  'asyncBehavior',
];

/** Reads a ReverseProxyHandler; a ClientHandler at the end of a route forwards in the same way. */
export function readReverseProxy(context: ReadContext, declaration: Declaration): HandlerNode | null {
  const members = configOf(context, declaration, {
    known: ['connections', 'soTimeout', 'connectionTimeout', 'connectionTimeToLive', 'retries', 'websocket'],
    ignored: notUsed,
  });
  const config: ReverseProxyConfig = {
    connections: members.number('connections', defaultConnections, 1, maxConnections),
    soTimeoutMillis: members.millis('soTimeout', defaultTimeoutMillis) ?? 0,
    connectionTimeoutMillis: members.millis('connectionTimeout', defaultTimeoutMillis) ?? 0,
    connectionTimeToLiveMillis: members.millis('connectionTimeToLive', null),
    retries: readRetries(members),
    websocket: readWebsocket(members),
  };
  const { name, path } = declaration;
  return { type: 'ReverseProxyHandler', name, pointer: toPointer(path), config };
}

function readRetries(members: Members): ReverseProxyConfig['retries'] {
  const value = members.raw('retries');
  if (members.object('retries') === null || !isJsonObject(value))
    return { isEnabled: false, count: 0, delayMillis: 0 };
  const retries = membersOf(members.context, value, members.at('retries'), {
    known: ['enabled', 'count', 'delay'],
    ignored: ['condition', 'executor', 'requestHandler'],
  });
  return {
    isEnabled: retries.boolean('enabled', true),
    count: retries.number('count', defaultRetries, 0, maxRetries),
    delayMillis: retries.millis('delay', defaultTimeoutMillis) ?? defaultTimeoutMillis,
  };
}

function readWebsocket(members: Members): boolean {
  const value = members.raw('websocket');
  if (!isJsonObject(value)) return members.boolean('websocket', false);
  return membersOf(members.context, value, members.at('websocket'), {
    known: ['enabled'],
    ignored: ['vertx', 'connectionTimeout', 'soTimeout', 'numberOfSelectors', 'tls', 'proxyOptions'],
  }).boolean('enabled', false);
}
