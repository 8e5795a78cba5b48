import { describe, expect, test } from 'vitest';
import { startForked } from '#main/platform/isolates/index.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import type { SimulationTask } from '#main/services/throttle/simulation-task.ts';
import { createSimulations } from '#main/services/throttle/simulations.ts';
import { trafficSchema } from '#shared/throttle/traffic/schema.ts';
import { startedAnew } from '#test/support/started.ts';
import { throttledRoute } from '#test/support/throttled-route.ts';
import { workerFiles } from '#test/support/workers.ts';

const simulations = startedAnew(() =>
  createSimulations({
    workerUrl: new URL(workerFiles.simulation),
    start: startForked,
    random: createSystemRandom(),
  }),
);

const throttling = { requestGroupingPolicy: '', rate: { numberOfRequests: 6, duration: '10 s' } };
const document = throttledRoute(throttling);
/** More than any test waits for. */
const endless = [{ id: 'many', count: 100_000, patterns: [{ kind: 'poisson', perSecond: 50 }] }];

function task(clients: readonly unknown[], durationSeconds: number): SimulationTask {
  return {
    policies: [{ document, filter: null }],
    routeOptions: { id: 'a' },
    traffic: trafficSchema.parse({ name: 'Traffic', durationSeconds, clients }),
    stored: null,
    bins: null,
    groups: 24,
    question: null,
    directory: '/nonexistent',
    scriptWorker: workerFiles.script,
  };
}
const long = task(endless, 86_400);
const window = { fromSeconds: 0, untilSeconds: 86_400, maximum: 20_000, group: 'nobody' };

describe('simulations', () => {
  test('decisions that nobody waits for any more end at once', async () => {
    const { id } = simulations.start(long);
    simulations.cancel(id);
    const left = new AbortController();
    const asked = simulations.decisions(id, 0, window, left.signal);
    setTimeout(() => left.abort(), 200);
    await expect(asked).rejects.toMatchObject({ code: 'simulation.cancelled' });
    await expect(simulations.decisions(id, 0, window, AbortSignal.abort())).rejects.toMatchObject({
      code: 'simulation.cancelled',
    });
  });

  test('the oldest is forgotten for a new one, but not while others are compared with it', async () => {
    const short = task([], 1);
    const ended = async (comparedRunId: string | null) => {
      const { id } = simulations.start(short, comparedRunId);
      await expect.poll(() => simulations.get(id).state).toBe('done');
      return id;
    };
    const marked = await ended(null);
    const next = await ended(null);
    for (let runs = 0; runs < 11; runs += 1) await ended(marked);
    expect(simulations.outcome(marked).result.totals.offered).toBe(0);
    expect(() => simulations.get(next)).toThrow('The simulation was not found.');
    await ended(null);
    expect(() => simulations.get(marked)).toThrow('The simulation was not found.');
  });

  test('decisions are answered when the workers are closed, before and after', async () => {
    const { id } = simulations.start(long);
    const asked = simulations.decisions(id, 0, window).catch(({ code }: { code: string }) => code);
    await simulations.close();
    expect(await asked).toBe('simulation.cancelled');
    await expect(simulations.decisions(id, 0, window)).rejects.toMatchObject({
      code: 'simulation.cancelled',
    });
  });
});
