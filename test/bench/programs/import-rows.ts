import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startThread } from '#main/platform/isolates/index.ts';
import { createImportWorker, dataFiles } from '#main/services/consents/working/index.ts';
import { createTextWriter, eachLine } from '#main/services/consents/working/lines.ts';
import { importJobSchema, type Resolution } from '#shared/consents/index.ts';
import { answerOnce } from './once-asked.ts';

// Takes a file from its preview to its plan, in the thread of a worker: what it costs is that of one process.
const [path = '', state = ''] = process.argv.slice(2);
const nowMillis = Date.UTC(2026, 0, 1);
const megabyte = 1_000_000;

const mapping = {
  user: { column: 'userId', by: 'externalId' },
  agreement: { column: 'agreement', by: 'name' },
  language: { column: 'language', by: 'locale' },
  consentedAt: { column: 'consentedAt' },
} as const;

const languages = ['en-US', 'de'].map((locale) => ({
  id: `language-${locale}`,
  locale,
  displayName: locale,
  isEnabled: true,
  currentRevisionId: `revision-${locale}`,
  revisions: [{ id: `revision-${locale}`, effectiveAtMillis: 0, requireReconsent: false }],
}));

const resolution: Resolution = {
  environmentId: 'environment',
  resolvedAtMillis: nowMillis,
  userAttribute: 'externalId',
  agreements: [
    { id: 'agreement', name: 'Terms of Service', isEnabled: true, reconsentPeriodDays: 3_000, languages },
  ],
};

/** The most memory that the process has had in RAM so far. proc(5) */
function peakBytes(): number {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  if (kibibytes === undefined) throw new Error('The system does not say how much memory was taken.');
  return Number(kibibytes) * 1_024;
}

/** Answers with the users of the target: one for every key but each fiftieth. */
async function answerUsers(directory: string): Promise<void> {
  const writer = createTextWriter(join(directory, dataFiles.users));
  const context = { signal: new AbortController().signal, onProgress: () => {} };
  await eachLine(join(directory, dataFiles.userKeys), context, (line, index) => {
    const [key] = line as readonly [string, number];
    const id = `9d4e0b5a-0000-4000-8000-${String(index).padStart(12, '0')}`;
    writer.write(`${JSON.stringify(index % 50 === 0 ? [key] : [key, id])}\n`);
  });
  writer.close();
}

async function cpuOf<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly cpuMillis: number }> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, cpuMillis: (user + system) / 1_000 };
}

async function takeWhole(directory: string): Promise<Record<string, number>> {
  const worker = createImportWorker(
    new URL('../../../src-main/services/consents/working/consent-worker.ts', import.meta.url),
    startThread,
  );
  // Starting the thread from its sources is no part of a preview.
  const small = join(directory, 'small.csv');
  writeFileSync(small, 'user\nanna\n');
  await worker.preview({ file: small, given: {} });
  const begun = performance.now();
  const { reading } = await worker.preview({ file: path, given: {} });
  const preview = performance.now() - begun;
  const before = process.memoryUsage().rss;
  const ingested = await cpuOf(() => worker.ingest({ file: path, reading, directory }));
  const job = importJobSchema.parse({
    version: 1,
    id: 'bench',
    name: 'bench',
    createdAtMillis: nowMillis,
    source: { file: path, name: path, sizeBytes: ingested.value.sizeBytes },
    reading,
    mapping,
    dates: { format: 'iso', zone: 'UTC' },
  });
  const { dates, fixes } = job;
  if (job.mapping === null) throw new Error('There is no mapping.');
  const input = { directory, mapping: job.mapping, dates, fixes, nowMillis };
  const surveyed = await cpuOf(() => worker.survey(input));
  await answerUsers(directory);
  const planned = await cpuOf(() => worker.plan({ directory, job, resolution, nowMillis }));
  const { ready = 0 } = planned.value.summary.outcomes;
  if (ready === 0) throw new Error('Nothing would be sent.');
  await worker.close();
  return {
    preview,
    ingest: ingested.cpuMillis,
    survey: surveyed.cpuMillis,
    plan: planned.cpuMillis,
    cpu: ingested.cpuMillis + surveyed.cpuMillis + planned.cpuMillis,
    growth: (peakBytes() - before) / megabyte,
    resident: peakBytes() / megabyte,
  };
}

answerOnce(async () => {
  const directory = mkdtempSync(join(state, 'import-'));
  try {
    return await takeWhole(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
