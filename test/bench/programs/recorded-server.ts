import { systemClock } from '#main/platform/clock.ts';
import { createFaultRegistry } from '#main/platform/faults.ts';
import { openListener } from '#main/platform/listener.ts';
import { createLogger } from '#main/platform/logger.ts';
import { createRecorder } from '#main/services/activity/index.ts';
import { announce } from './announce.ts';
import { openBenchStorage } from './bench-storage.ts';
import { answerCpuQuestions } from './own-cpu.ts';
import { answerTraced } from './recorded-exchanges.ts';

const [manner = 'recorded', stateDirectory = ''] = process.argv.slice(2);
const storage = await openBenchStorage(stateDirectory);
const recorder = createRecorder(storage.exchanges, systemClock);
const listener = await openListener({
  service: 'authorizationServer',
  port: 0,
  bind: '127.0.0.1',
  handler: answerTraced,
  record: manner === 'recorded' ? recorder.record : () => '',
  faults: createFaultRegistry(),
  clock: systemClock,
  logger: createLogger(systemClock, (line) => process.stderr.write(`${line}\n`), 'warn'),
});
answerCpuQuestions();
announce({ port: listener.port });
