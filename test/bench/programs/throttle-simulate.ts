import { readRoute } from '#main/services/gateway/pure/index.ts';
import { simulate } from '#main/services/throttle/pure/simulation/index.ts';
import { decide } from '#shared/throttle/gcra.ts';
import { trafficSchema } from '#shared/throttle/traffic/schema.ts';
import { tokenFilter } from '#test/support/throttled-route.ts';
import { announce } from './announce.ts';

// Simulates a day, or only decides as often: `floor`, `open`, `retry`. The second run counts.
const [manner = 'floor'] = process.argv.slice(2);
const arrivals = 10_000_000;
const groups = 1_000;
const daySeconds = 86_400;
const numberOfRequests = 8;

function cpuMillis(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Arrivals that are made up as cheaply as can be: even times, groups at random. Each is decided, and nothing counted. */
function measureFloor(): number {
  const spacing = (daySeconds * 1e9) / arrivals;
  const stepNanos = 60e9 / numberOfRequests;
  const run = (): number => {
    const tats = new Float64Array(groups);
    let [state, now, refused] = [1, 0, 0];
    for (let index = 0; index < arrivals; index += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      now += spacing;
      const group = (state >>> 8) % groups;
      if (decide(tats, group, now, stepNanos, stepNanos * (numberOfRequests - 1)) > 0) refused += 1;
    }
    return refused;
  };
  run();
  const before = process.cpuUsage();
  if (run() === 0) throw new Error('The floor refused nothing.');
  return cpuMillis(before);
}

async function measureSimulation(on429: Readonly<Record<string, unknown>>) {
  const filter = {
    type: 'ThrottlingFilter',
    config: {
      requestGroupingPolicy: '${contexts.oauth2.accessToken.info.mail}',
      rate: { numberOfRequests, duration: '1 minute' },
    },
  };
  const tokens = tokenFilter();
  const handler = { type: 'Chain', config: { filters: [tokens, filter], handler: 'ReverseProxyHandler' } };
  const { route } = readRoute({ handler }, { id: 'bench' });
  if (route === null) throw new Error('The route cannot be read.');
  const run = () => {
    const traffic = trafficSchema.parse({
      durationSeconds: daySeconds,
      clients: [
        {
          id: 'client',
          count: groups,
          attributes: { mail: 'client-{n}@example.com' },
          patterns: [{ kind: 'poisson', perSecond: arrivals / daySeconds / groups }],
          on429,
        },
      ],
    });
    return simulate({ route, traffic }, {});
  };
  await run();
  const before = process.cpuUsage();
  const { totals } = await run();
  const millis = cpuMillis(before);
  const first = totals.offered - totals.retries;
  return { millis: (millis * arrivals) / first, offered: totals.offered };
}

if (manner === 'floor') announce({ millis: measureFloor(), offered: arrivals });
else
  announce(
    await measureSimulation(manner === 'open' ? { kind: 'drop' } : { kind: 'honour', maximumRetries: 3 }),
  );
