import { systemClock } from '#main/platform/clock.ts';
import { createFaultRegistry } from '#main/platform/faults.ts';
import { openListener } from '#main/platform/listener.ts';
import { createLogger } from '#main/platform/logger.ts';
import { directRoute } from '#main/platform/outgoing.ts';
import { createRecorder } from '#main/services/activity/index.ts';
import { createGateway } from '#main/services/gateway/index.ts';
import { announce } from './announce.ts';
import { openBenchStorage } from './bench-storage.ts';
import { answerCpuQuestions } from './own-cpu.ts';

// The gateway with one throttling filter, its records and their traces on their way to the real storage worker.
const [upstream = '', stateDirectory = '', numberOfRequests = '', duration = ''] = process.argv.slice(2);
const logger = createLogger(systemClock, (line) => process.stderr.write(`${line}\n`), 'warn');
const storage = await openBenchStorage(stateDirectory);
const recorder = createRecorder(storage.exchanges, systemClock);
const route = {
  baseURI: upstream,
  condition: "${find(request.uri.path, '^/orders')}",
  handler: {
    type: 'Chain',
    config: {
      filters: [
        {
          name: 'per-user',
          type: 'ThrottlingFilter',
          config: {
            requestGroupingPolicy: "${request.headers['X-User'][0]}",
            rate: { numberOfRequests: Number(numberOfRequests), duration },
          },
        },
      ],
      handler: 'ReverseProxyHandler',
    },
  },
};
const gateway = createGateway({
  documents: () => [
    { file: 'routes/01-orders.json', id: '01-orders', value: route, locate: () => ({ file: 'routes' }) },
  ],
  options: () => ({}),
  addressOf: (origin) => origin,
  outgoing: { routeTo: () => Promise.resolve(directRoute) },
  send: () => Promise.reject(new Error('No token is asked after here.')),
  readSecret: () => null,
  authorizationServer: () => null,
  vendorUrn: () => 'gatehouse',
  recordedBodyBytes: () => 65_536,
  clock: systemClock,
  logger,
});
await gateway.reload();
for (const { severity, message } of gateway.problems()) if (severity === 'error') throw new Error(message);
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
answerCpuQuestions();
announce({ port: listener.port });
