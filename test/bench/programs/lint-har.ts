import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lintContextOf } from '#main/composition/lint-context.ts';
import { baseUrlOf } from '#main/platform/addresses.ts';
import { loadContractHistory, openLintSession } from '#main/services/contract/index.ts';
import { lintFile } from '#main/services/contract/linting/lint-source.ts';
import { manifestSchema } from '#shared/workspace/index.ts';
import { answerOnce } from './once-asked.ts';
import { peakBytes } from './peak.ts';

// Lints a HAR document as `gatehouse lint` does.
const [path = '', directory = ''] = process.argv.slice(2);
const megabyte = 1_000_000;
const history = loadContractHistory(fileURLToPath(new URL('../../../resources/contract', import.meta.url)));

answerOnce(async () => {
  const { services } = manifestSchema.parse({ name: 'bench' });
  const context = lintContextOf(null, (key) => baseUrlOf(services[key]), Date.UTC(2026, 0, 1));
  const session = openLintSession(history, context);
  // Loading the modules is no part of linting.
  const small = join(directory, 'small.har');
  writeFileSync(small, '{"log":{"entries":[]}}');
  await lintFile(session, small, 'small.har', null);
  const resident = process.memoryUsage().rss;
  const before = process.cpuUsage();
  const { findings, counts, errors } = await lintFile(session, path, 'bench.har', null);
  const { user, system } = process.cpuUsage(before);
  if (findings.length === 0 || errors.length > 0) throw new Error('It was not linted.');
  return {
    cpu: (user + system) / 1_000,
    growth: (peakBytes() - resident) / megabyte,
    resident: peakBytes() / megabyte,
    findings: findings.length + counts.omitted.reduce((sum, { count }) => sum + count, 0),
  };
});
