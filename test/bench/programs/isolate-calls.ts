import { startForked, startThread } from '#main/platform/isolates/index.ts';
import { Lane } from '#main/services/scripting/script-runner.ts';
import { answerOnce } from './once-asked.ts';

// Calls one script in a thread and in a process by turns, as a throttling policy does for each request.
const [worker = ''] = process.argv.slice(2);
const warmCalls = 500;
const calls = 3_000;

const bindings = JSON.stringify({
  request: { method: 'GET', uri: { path: '/orders/17' }, headers: { Accept: ['application/json'] } },
  attributes: { user: { sub: 'anna', plan: 'gold' } },
});
const script = {
  name: 'The script',
  body: "return new ThrottlingRate($attributes.user.plan === 'gold' ? 60 : 6, '10 seconds')",
  bindings: ['request', 'attributes'],
  limitMillis: 1_000,
  concurrency: 1,
};

function laneOf(start: typeof startThread): Lane {
  const nobody = () => Promise.reject(new Error('It sends nothing.'));
  return new Lane(script, { workerUrl: new URL(worker), start, send: nobody, log: () => undefined });
}

async function millisOf(runner: Lane): Promise<number> {
  const begun = performance.now();
  await runner.run(bindings);
  return performance.now() - begun;
}

const share = (sorted: readonly number[], of: number) => sorted[Math.floor(sorted.length * of)] ?? 0;

answerOnce(async () => {
  const runners = { thread: laneOf(startThread), process: laneOf(startForked) };
  const taken: Record<keyof typeof runners, number[]> = { thread: [], process: [] };
  for (let call = 0; call < warmCalls + calls; call += 1)
    for (const kind of ['thread', 'process'] as const) {
      const millis = await millisOf(runners[kind]);
      if (call >= warmCalls) taken[kind].push(millis);
    }
  await Promise.all(Object.values(runners).map((runner) => runner.close()));
  const [thread, own] = [taken.thread, taken.process].map((millis) => millis.toSorted((a, b) => a - b));
  if (thread === undefined || own === undefined) throw new Error('Nothing was called.');
  return {
    thread: share(thread, 0.5),
    process: share(own, 0.5),
    difference: share(own, 0.5) - share(thread, 0.5),
    thread95: share(thread, 0.95),
    process95: share(own, 0.95),
  };
});
