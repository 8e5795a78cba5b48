import { expect, test } from 'vitest';
import type { RecordStore } from '#main/platform/ports.ts';
import type { Player } from '#main/services/flow-player/index.ts';
import { Run, type RunPlan } from '#main/services/flows/run.ts';
import { flowPictureKind, flowRunKind, RunRegistry } from '#main/services/flows/run-registry.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { type FlowScript, flowScriptSchema } from '#shared/flows/index.ts';

const script: FlowScript = flowScriptSchema.parse({
  title: 'Wait',
  parties: { '': { client: 'portal', user: null } },
  steps: [
    { act: 'wait', id: 'one', seconds: 1 },
    { act: 'wait', id: 'two', seconds: 1 },
  ],
});
const plan: RunPlan = {
  kind: 'wait',
  target: null,
  clientId: 'portal',
  username: null,
  browser: 'unattended',
  mode: 'run',
  breakpoints: [],
  origin: { kind: 'flow', name: '' },
  script,
  original: script,
};
const player = { values: new Map(), nowMillis: () => 0, client: () => undefined } as unknown as Player;

function records(): RecordStore {
  return createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1_000 }).records;
}

/** The plan of a run as a later session finds it. */
async function keptPlan(store: RecordStore, of: RunPlan): Promise<RunPlan> {
  const registry = new RunRegistry(store, () => new Set());
  const run = new Run('a', 1, of, player, false);
  run.state = 'passed';
  registry.add(run);
  registry.keep(run);
  const later = new RunRegistry(store, () => new Set());
  await later.restore();
  return later.plan('a');
}

test('the script of a run that nobody edited is kept once, and is there as it was', async () => {
  const store = records();
  expect((await keptPlan(store, plan)).original).toEqual(script);
  const kept = await store.get<{ plan: Partial<RunPlan> }>(flowRunKind, 'a');
  expect(kept?.plan.original).toBeUndefined();
});

test('the script of an edited run is kept besides what it was made of', async () => {
  const edited = { ...script, steps: script.steps.toReversed() };
  const found = await keptPlan(records(), { ...plan, script: edited });
  expect([found.script.steps, found.original.steps]).toEqual([edited.steps, script.steps]);
});

test('a picture goes with its run once newer ones take its place', async () => {
  const store = records();
  const registry = new RunRegistry(store, () => new Set());
  for (let number = 1; number <= 51; number += 1) {
    const run = new Run(`r${number}`, number, plan, player, false);
    run.state = 'failed';
    if (number === 1 || number === 51)
      run.picture = { stepId: 'one', mediaType: 'image/jpeg', base64: `${number}` };
    registry.add(run);
    registry.keep(run);
    registry.forgetOldest();
  }
  expect((await store.list(flowPictureKind)).map(({ id }) => id)).toEqual(['r51']);
  expect((await store.list(flowRunKind)).length).toBe(50);
});
