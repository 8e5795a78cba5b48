import { readFileSync } from 'node:fs';
import { processHeaps, startForked, startThread } from '#main/platform/isolates/index.ts';
import { answerOnce } from './once-asked.ts';

// Starts an isolate, and says how long that took until its first answer and what it takes of memory then.
const [kind = '', entry = '', contract = ''] = process.argv.slice(2);
const megabyte = 1_000_000;
const heap = processHeaps[kind as keyof typeof processHeaps];

/** A message that each kind answers at once, if only to refuse it. */
const simulation = { policies: [{ document: {}, filter: null }], routeOptions: { id: 'none' } };
const questions: Readonly<Record<string, unknown>> = {
  har: { text: '' },
  consent: { kind: 'run', id: 1, name: 'none', input: null },
  contract: { kind: 'run', id: 1, name: 'none', input: null },
  script: { kind: 'load', body: 'return null', bindings: [] },
  simulation: { ...simulation, directory: '.', scriptWorker: entry, groups: 1, bins: null, question: null },
};

function residentMegabytes(pid: number | 'self'): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kibibytes === undefined) throw new Error('The system does not say how much memory is taken.');
  return (Number(kibibytes) * 1_024) / megabyte;
}

async function started<T>(start: typeof startThread, look: () => T): Promise<{ millis: number; seen: T }> {
  const begun = performance.now();
  const answered = Promise.withResolvers<void>();
  const isolate = start<unknown, unknown>({
    url: new URL(entry),
    heap,
    data: contract,
    hear: () => answered.resolve(),
    ended: (end) => answered.reject(new Error(`It ended: ${JSON.stringify(end)}`)),
  });
  isolate.tell(questions[kind]);
  await answered.promise;
  const millis = performance.now() - begun;
  const seen = look();
  await isolate.end();
  return { millis, seen };
}

function ownChild(): number {
  const [pid] = readFileSync('/proc/thread-self/children', 'utf8').trim().split(' ');
  return Number(pid);
}

answerOnce(async () => {
  const before = residentMegabytes('self');
  const thread = await started(startThread, () => residentMegabytes('self') - before);
  const own = await started(startForked, () => residentMegabytes(ownChild()));
  return { thread: thread.millis, threadMemory: thread.seen, process: own.millis, memory: own.seen };
});
