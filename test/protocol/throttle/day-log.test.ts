import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startForked } from '#main/platform/isolates/index.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createThrottleLab, type ThrottleLab } from '#main/services/throttle/index.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import { readingSchema } from '#shared/throttle/traffic/recipe.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { throttledRoute } from '#test/support/throttled-route.ts';
import { workerFiles } from '#test/support/workers.ts';

/** The length of one file that the reader of a workspace takes. */
const maxFileLength = 4 * 1_048_576;
const lineCount = 200_000;

/** The traffic files of the workspace, as texts. */
let files: Map<string, string>;
let labs: ThrottleLab[];
const folder = startedAnew(temporaryDirectory);
beforeEach(() => {
  files = new Map();
  labs = [];
});
afterEach(async () => {
  await Promise.all(labs.map((lab) => lab.close()));
});

const traces = () => join(folder.path, 'traffic');

/** The lab as an engine makes it at its start. */
function startedLab(): ThrottleLab {
  const unused = () => {
    throw new Error('No story here comes to this');
  };
  const lab = createThrottleLab({
    workers: workerFiles,
    startProcess: startForked,
    directory: folder.path,
    traceDirectory: traces(),
    scripting: { prepare: () => Promise.resolve(), rateScript: unused } as never,
    routes: () => [],
    routeOptions: () => ({}),
    traffics: () => [...files].map(([file, text]) => ({ file, name: file, value: JSON.parse(text) })),
    parse: (text) => JSON.parse(text),
    saveTraffic: (file, traffic) => files.set(file, JSON.stringify(traffic)),
    liveFilters: () => [],
    resetLive: unused,
    gateway: () => null,
    liveSender: unused,
    realClock: { nowMillis: () => 0 },
    random: createSystemRandom(),
  });
  labs.push(lab);
  return lab;
}

const route = JSON.stringify(
  throttledRoute(
    {
      requestGroupingPolicy: '${contexts.client.remoteAddress}',
      rate: { numberOfRequests: 3, duration: '6 s' },
    },
    { condition: "${find(request.uri.path, '^/orders')}" },
  ),
);

/** Every client takes turns; every third request is to another path. */
function dayLog(): Buffer {
  const lines = Array.from({ length: lineCount }, (_, index) => {
    const at = new Date(Date.UTC(2026, 0, 1) + index * 400).toISOString();
    return `{"time":"${at}","client_ip":"192.0.2.${index % 7}","path":"${index % 3 === 0 ? '/status' : '/orders'}","bytes":${index}}\n`;
  });
  return Buffer.from(lines.join(''));
}

async function imported(lab: ThrottleLab, bytes: Buffer, name = 'day.log') {
  const id = lab.imports.begin([{ name, sizeBytes: bytes.length }]);
  for (let offset = 0; offset < bytes.length; offset += 4_000_000)
    await lab.imports.take(id, 0, offset, bytes.subarray(offset, offset + 4_000_000));
  lab.imports.read(id, readingSchema.parse({}));
  const found = await eventually(() => {
    const { state, found: log, problem } = lab.imports.state(id);
    if (state === 'failed') throw new Error(problem?.message);
    return log;
  });
  lab.imports.cancel(id);
  return found;
}

async function simulated(
  lab: ThrottleLab,
  { traffic, traceId }: Pick<ReturnType<ThrottleLab['openTraffic']>, 'traffic' | 'traceId'>,
): Promise<SimulationResult> {
  const { id } = lab.simulate({
    document: route,
    file: null,
    filter: null,
    traffic,
    traceId,
    compare: null,
    groups: 24,
    comparedRunId: null,
  });
  await eventually(() => (lab.simulations.get(id).state === 'running' ? null : true));
  return lab.simulations.outcome(id).result;
}

test('a log of 200,000 lines is read, saved, and there after a restart with the same result', async () => {
  const first = startedLab();
  const log = await imported(first, dayLog());
  expect(log).toMatchObject({ traceRequests: lineCount, skipped: 0, formats: ['ndjson'] });
  const before = await simulated(first, log);
  expect(before.totals).toMatchObject({
    offered: lineCount - Math.ceil(lineCount / 3),
    notTaken: Math.ceil(lineCount / 3),
  });
  const { file } = first.saveTraffic('day', log.traffic, log.traceId);
  expect(files.get(file)?.length).toBeLessThan(maxFileLength);
  await first.close();
  const second = startedLab();
  const opened = second.openTraffic(file);
  expect(opened).toMatchObject({ traceRequests: lineCount, classRequests: log.classRequests });
  expect((await simulated(second, opened)).digest).toBe(before.digest);
});

test('a recipe whose requests are gone says what to import again, and finds them then', async () => {
  const lab = startedLab();
  const small = Buffer.from('{"time":1,"client_ip":"192.0.2.1","path":"/orders"}\n');
  const log = await imported(lab, small);
  const { file } = lab.saveTraffic('small', log.traffic, log.traceId);
  rmSync(traces(), { recursive: true });
  expect(() => lab.openTraffic(file)).toThrow(
    expect.objectContaining({ code: 'traffic.trace-gone', fix: expect.stringContaining('day.log') }),
  );
  await imported(lab, small);
  expect(lab.openTraffic(file)).toMatchObject({ traceRequests: 1 });
});

test('a traffic file that holds its requests, as former versions wrote it, is opened, simulated and saved', async () => {
  files.set(
    'traffic/old.json',
    JSON.stringify({
      durationSeconds: 5,
      request: { uri: 'http://localhost/orders' },
      clients: [{ id: 'ann' }, { id: 'bob', uri: 'http://localhost/else' }],
      trace: { atMillis: [0, 1, 2, 3, 4], client: [0, 0, 0, 0, 1] },
    }),
  );
  const lab = startedLab();
  const opened = lab.openTraffic('traffic/old.json');
  const before = await simulated(lab, opened);
  expect(before.totals).toMatchObject({ offered: 4, refused: 1, notTaken: 1 });
  const { file } = lab.saveTraffic('new', opened.traffic, opened.traceId);
  expect(files.get(file)).not.toContain('atMillis');
  const again = await simulated(lab, lab.openTraffic(file));
  expect(again.totals).toEqual(before.totals);
});

test('an import that is cancelled leaves nothing that is offered', async () => {
  const lab = startedLab();
  const bytes = dayLog();
  const id = lab.imports.begin([{ name: 'day.log', sizeBytes: bytes.length }]);
  await lab.imports.take(id, 0, 0, bytes);
  lab.imports.read(id, readingSchema.parse({}));
  lab.imports.cancel(id);
  await lab.close();
  startedLab();
  expect(readdirSync(traces()).filter((name) => name !== 'sent')).toEqual([]);
});
