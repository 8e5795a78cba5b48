import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createLiveRuns, type LiveSender } from '#main/services/throttle/live-runs.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type Traffic, trafficSchema } from '#shared/throttle/traffic/schema.ts';
import { cpuMillis } from '#test/support/cpu.ts';
import { eventually } from '#test/support/eventually.ts';

const runs = createLiveRuns({ realClock: systemClock, random: createSystemRandom() });
afterEach(() => runs.close());

const asked = { file: 'routes/a.json', filter: null };

const burst = (atSeconds: number) => [{ kind: 'burst', atSeconds, requests: 2 }];
function traffic(more: Readonly<Record<string, unknown>>): Traffic {
  return trafficSchema.parse({
    name: 'Two at once',
    durationSeconds: 1,
    clients: [{ id: 'ann', patterns: burst(0) }],
    ...more,
  });
}

function sender(send: LiveSender['send']): LiveSender & { readonly closed: () => number } {
  let closed = 0;
  return {
    send,
    async close() {
      closed += 1;
    },
    closed: () => closed,
  };
}
const accepts = () => sender(async () => ({ status: 200, retryAfterSeconds: null, seen: null }));
const ended = (id: string) =>
  eventually(() => {
    const run = runs.get(id);
    return Promise.resolve(run.state === 'running' ? null : run);
  });

describe('a run of traffic that is sent live', () => {
  test('ends with what was sent, and gives back what was made for it once', async () => {
    const own = accepts();
    const { id } = runs.start(asked, traffic({}), own);
    expect(await ended(id)).toMatchObject({ state: 'done', sent: 2, accepted: 2, problem: null });
    runs.stop(id);
    expect(own.closed()).toBe(1);
  });

  test('fails, and says why, where an address is none', async () => {
    const { id } = runs.start(asked, traffic({ request: { uri: 'http://[' } }), accepts());
    expect(await ended(id)).toMatchObject({
      state: 'failed',
      sent: 0,
      problem: { code: 'traffic.invalid', message: expect.stringContaining('http://[') },
    });
  });

  test('fails where nothing can be sent, foreseen or not', async () => {
    const problem = new GatehouseError('throttling.no-probe-client', 'No client is registered.', {
      fix: 'Register one.',
    });
    for (const [error, code] of [
      [problem, 'throttling.no-probe-client'],
      [new TypeError('no such thing'), 'api.internal'],
    ] as const) {
      const own = sender(() => Promise.reject(error));
      const { id } = runs.start(asked, traffic({}), own);
      expect(await ended(id)).toMatchObject({ state: 'failed', problem: { code } });
      expect(own.closed()).toBe(1);
    }
  });

  test('is refused with too many clients before a list of them is made', () => {
    const changes = Array.from({ length: 20 }, (_, index) => ({
      atSeconds: index / 20,
      client: 'ann',
      attributes: { status: 'gold' },
    }));
    const many = traffic({ clients: [{ id: 'ann', count: 300_000, patterns: burst(0) }], changes });
    const before = cpuMillis();
    expect(() => runs.start(asked, many, accepts())).toThrow('300000 clients');
    expect(cpuMillis() - before).toBeLessThan(1_000);
  });

  test('waits for requests that are more than 24.8 days away without looking again all the time', async () => {
    const warnings: string[] = [];
    const hear = ({ name }: Error) => warnings.push(name);
    process.on('warning', hear);
    const days = 86_400;
    const far = traffic({ durationSeconds: 30 * days, clients: [{ id: 'ann', patterns: burst(29 * days) }] });
    const { id } = runs.start(asked, far, accepts());
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.off('warning', hear);
    expect(warnings).toEqual([]);
    expect(runs.get(id).state).toBe('running');
  });
});
