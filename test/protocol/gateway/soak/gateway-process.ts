import { createVirtualClock, systemClock } from '#main/platform/clock.ts';
import { createFaultRegistry } from '#main/platform/faults.ts';
import { openListener } from '#main/platform/listener.ts';
import { createLogger } from '#main/platform/logger.ts';
import { directRoute } from '#main/platform/outgoing.ts';
import { createRecorder } from '#main/services/activity/index.ts';
import { createGateway } from '#main/services/gateway/index.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { type GatewayAnswer, type GatewayQuestion, soakRoutes } from './routes.ts';

// The gateway by itself, so that its memory is nobody else's. The clock stands still until it is told to move.
const [upstream = ''] = process.argv.slice(2);
const clock = createVirtualClock();
clock.freeze();
const logger = createLogger(systemClock, (line) => process.stderr.write(`${line}\n`), 'warn');
// Everything is recorded, traces and all; what would be written is dropped.
const { exchanges } = createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1 });
const recorder = createRecorder({ ...exchanges, append: () => 0 }, systemClock);
let version = 0;
const gateway = createGateway({
  documents: () =>
    soakRoutes(upstream, version).map(([id, value]) => ({
      id,
      file: `routes/${id}.json`,
      value,
      locate: (pointer) => ({ file: `routes/${id}.json`, pointer }),
    })),
  options: () => ({}),
  addressOf: (origin) => origin,
  outgoing: { routeTo: () => Promise.resolve(directRoute) },
  send: () => Promise.reject(new Error('No token is asked after here.')),
  readSecret: () => null,
  authorizationServer: () => null,
  vendorUrn: () => 'gatehouse',
  recordedBodyBytes: () => 1_000,
  clock,
  logger,
});
await gateway.reload();
const listener = await openListener({
  service: 'gateway',
  port: 0,
  bind: '127.0.0.1',
  handler: gateway.handler,
  record: recorder.record,
  faults: createFaultRegistry(),
  clock: systemClock,
  logger,
});

async function answer(question: GatewayQuestion): Promise<GatewayAnswer> {
  switch (question.kind) {
    case 'move':
      clock.advance(question.millis);
      break;
    case 'reload':
      version += 1;
      await gateway.reload();
      break;
    case 'report':
      globalThis.gc?.();
      break;
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const filters = gateway.status(0).flatMap(({ throttling }) => throttling);
  return {
    heapBytes: heapUsed + external,
    residentBytes: rss,
    groups: filters.map(({ groupCount }) => groupCount),
    overflowed: filters.map(({ counts }) => counts.overflowed),
    problems: gateway.problems().map(({ message }) => message),
  };
}

async function take(question: GatewayQuestion): Promise<void> {
  process.send?.(await answer(question));
}

process.on('message', (question: GatewayQuestion) => void take(question));
process.once('disconnect', () => process.exit());
process.send?.({ port: listener.port });
