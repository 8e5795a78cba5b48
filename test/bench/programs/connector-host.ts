import { systemClock } from '#main/platform/clock.ts';
import { createFaultRegistry } from '#main/platform/faults.ts';
import { openListener } from '#main/platform/listener.ts';
import { createLogger } from '#main/platform/logger.ts';
import { directRoute } from '#main/platform/outgoing.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createRecorder } from '#main/services/activity/index.ts';
import { createConnector, createManagement } from '#main/services/connectors/index.ts';
import { announce } from './announce.ts';
import { openBenchStorage } from './bench-storage.ts';
import { connectorDocument } from './connector-document.ts';
import { answerCpuQuestions } from './own-cpu.ts';

// The management interface over one connector, its records and their traces on their way to the real storage worker.
const [upstream = '', stateDirectory = ''] = process.argv.slice(2);
const logger = createLogger(systemClock, (line) => process.stderr.write(`${line}\n`), 'warn');
const storage = await openBenchStorage(stateDirectory);
const recorder = createRecorder(storage.exchanges, systemClock);
const document = connectorDocument(upstream);
const connector = createConnector(document, {
  name: 'hr',
  outgoing: { routeTo: () => Promise.resolve(directRoute) },
  readSecret: () => 'token',
  keystore: () => null,
  record: recorder.record,
  clock: systemClock,
  random: createSystemRandom(),
  isLiteral: () => false,
  maxListRecords: () => 100_000,
  userAgent: () => 'BenchConnector',
  script: () => Promise.reject(new Error('No script is run here.')),
});
const system = { file: '', name: 'hr', connector, document, problems: [] };
const handler = createManagement({
  systems: {
    all: [system],
    system: () => system,
    reload: () => {},
    problems: () => [],
    close: () => Promise.resolve(),
  },
  settings: () => ({ username: 'admin', password: 'password', alreadyExistsStatus: 412 }),
  readSecret: () => 'password',
  vendorHeader: () => 'Gatehouse',
  tryDocument: () => Promise.resolve(null),
  readScript: () => null,
  noteUnexpected: (error) => logger.error('failed', { error }),
});
const listener = await openListener({
  service: 'connectorHost',
  port: 0,
  bind: '127.0.0.1',
  handler,
  record: recorder.record,
  faults: createFaultRegistry(),
  clock: systemClock,
  logger,
});
answerCpuQuestions();
announce({ port: listener.port });
