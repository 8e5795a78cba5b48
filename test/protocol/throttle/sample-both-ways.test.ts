import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { trafficSchema } from '#shared/throttle/traffic/schema.ts';
import { importFiles } from '#test/support/consents.ts';
import { sampleWorkspace, startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew } from '#test/support/started.ts';

const file = 'routes/10-orders.json';
// Every service on port 0, while the route of the sample leads to port 9035, as under --any-ports.
const running = startedAnew(() => startTestEngine({ files: importFiles() }));
const lab = startedAnew(() => running.engine.throttleLab());

const sampleText = (name: string) => readFileSync(join(sampleWorkspace, name), 'utf8');

/** The traffic of the sample in six seconds: its burst and its change come early, and some of it is for another route. */
function shortSample() {
  const sample = trafficSchema.parse(JSON.parse(sampleText('traffic/three-statuses.json')));
  const [ann, ...others] = sample.clients;
  if (ann === undefined) throw new Error('The sample has clients');
  const burst = { kind: 'burst', atSeconds: 1, requests: 10 } as const;
  return trafficSchema.parse({
    ...sample,
    durationSeconds: 6,
    clients: [
      // Alone, as what is decided then hangs on no moment: each retry comes far from the one in which a token does.
      { ...ann, patterns: [burst] },
      ...others,
      { id: 'monitor', uri: '/status', patterns: [{ kind: 'steady', perSecond: 1 }] },
    ],
    changes: sample.changes.map((change) => ({ ...change, atSeconds: 4 })),
  });
}

async function simulated(traffic: ReturnType<typeof shortSample>) {
  const { id } = lab.simulate({
    document: sampleText(file),
    file,
    filter: null,
    traffic,
    traceId: null,
    compare: null,
    groups: 24,
    comparedRunId: null,
  });
  await eventually(async () => (lab.simulations.get(id).state === 'running' ? null : true));
  return lab.simulations.outcome(id).result.totals;
}

async function live(traffic: ReturnType<typeof shortSample>) {
  const { id } = lab.sendLive({ file, filter: 'by-status', traffic, traceId: null, isConfirmed: false });
  return await eventually(async () => {
    const run = lab.liveRuns.get(id);
    return run.state === 'running' ? null : run;
  });
}

test('the sample comes to the same simulated and sent to the gateway, wherever its services listen', async () => {
  const traffic = shortSample();
  const { offered, accepted, refused, failed, notTaken } = await simulated(traffic);
  expect(refused).toBe(4 + 3 + 2 + 1);
  expect(notTaken).toBe(6);
  expect(await live(traffic)).toMatchObject({
    state: 'done',
    sent: offered + notTaken,
    accepted,
    refused,
    failed,
    notTaken,
    // The tokens of the run have the scope that the sample server asks for, and it is reached.
    statuses: [{ status: 200, count: accepted }],
  });
});

test('what the throttle let through is allowed although the upstream is gone', async () => {
  await running.engine.hosting.stop('sampleUpstreams');
  const sample = shortSample();
  const traffic = { ...sample, durationSeconds: 1, clients: sample.clients.slice(2), changes: [] };
  const { accepted, notTaken } = await simulated(traffic);
  expect(await live(traffic)).toMatchObject({
    accepted,
    notTaken,
    refused: 0,
    failed: 0,
    statuses: [{ status: 502, count: accepted }],
  });
});

test('a route follows a service that begins to listen elsewhere', async () => {
  const { hosting } = running.engine;
  const before = hosting.url('sampleUpstreams');
  const sample = shortSample();
  const traffic = { ...sample, durationSeconds: 1, clients: sample.clients.slice(2, 3), changes: [] };
  await hosting.restart('sampleUpstreams');
  expect(hosting.url('sampleUpstreams')).not.toBe(before);
  const answered = async () => {
    const { statuses } = await live(traffic);
    return statuses.length === 1 && statuses[0]?.status === 200 ? true : null;
  };
  // The routes are taken up anew while the first requests may be on their way.
  await eventually(answered);
});
