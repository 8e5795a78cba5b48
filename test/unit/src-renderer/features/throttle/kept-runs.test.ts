import { describe, expect, test } from 'vitest';
import {
  noteSending,
  type SendingCalls,
  sending,
  startSending,
  stopSending,
} from '#renderer/features/throttle/live/kept-sending.ts';
import {
  cancelSimulation,
  laidOutcome,
  noteSimulation,
  type Outcome,
  type SimulationCalls,
  simulations,
  spreadOf,
  startSimulation,
} from '#renderer/features/throttle/results/kept-simulations.ts';
import type { LiveResponse, LiveRun, SimulationRun, SimulationStartInput } from '#shared/api/index.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';

const input = { document: '{}', traffic: { durationSeconds: 1 } } as SimulationStartInput;
const running: SimulationRun = { id: 'r', state: 'running', share: 0, problem: null };
const result = { digest: 'd' } as SimulationResult;

function engine(more: Partial<SimulationCalls> = {}): SimulationCalls {
  return {
    simulate: () => Promise.resolve(running),
    result: () => Promise.resolve({ result, compared: null }),
    cancel: () => Promise.resolve({ ...running, state: 'cancelled' }),
    ...more,
  };
}

describe('a log with whole seconds', () => {
  const totals = (accepted: number, refused: number) => ({ totals: { accepted, refused } });
  const own = { ...totals(9, 1), digest: 'own' } as SimulationResult;
  const other = { ...totals(6, 4), digest: 'other' } as SimulationResult;
  const recorded = { id: 'ab', spread: 'even' };
  const outcome = {
    runId: 'r',
    result: own,
    compared: null,
    otherSpread: { spread: 'once', result: other, compared: own },
    input: { ...input, traffic: { ...input.traffic, recorded } },
  } as unknown as Outcome;

  test('is shown as it was simulated, or as it is chosen, with the counts of the other way beside it', () => {
    expect(laidOutcome(outcome, null)).toBe(outcome);
    expect(laidOutcome(outcome, 'even')).toBe(outcome);
    expect(spreadOf(outcome, null)).toEqual({ spread: 'even', other: 'once', otherTotals: other.totals });
    const laid = laidOutcome(outcome, 'once');
    expect(laid).toMatchObject({
      runId: 'r',
      spread: 'once',
      result: { digest: 'other' },
      compared: { digest: 'own' },
      input: { traffic: { recorded: { id: 'ab', spread: 'once' } } },
    });
    expect(spreadOf(outcome, 'once')).toEqual({ spread: 'once', other: 'even', otherTotals: own.totals });
  });

  test('is the only traffic that can be laid in two ways', () => {
    const plain = { ...outcome, otherSpread: null };
    expect(laidOutcome(plain, 'once')).toBe(plain);
    expect(spreadOf(plain, 'once')).toBeNull();
    expect(spreadOf(null, 'once')).toBeNull();
  });
});

describe('a simulation that goes on while the screen shows another route', () => {
  test('is there again, still running, and its outcome comes', async () => {
    await startSimulation(engine(), 'orders', input);
    expect(simulations.get().get('orders')).toMatchObject({ isBusy: true, run: running });
    expect(simulations.get().get('stock')).toBeUndefined();
    await noteSimulation(engine(), 'orders', { ...running, state: 'done', share: 1 });
    expect(simulations.get().get('orders')).toMatchObject({
      isBusy: false,
      outcome: { runId: 'r', result, input },
    });
  });

  test('can be stopped, and leaves the outcome before it', async () => {
    await startSimulation(engine(), 'stopped', input);
    await noteSimulation(engine(), 'stopped', { ...running, state: 'done' });
    await startSimulation(engine(), 'stopped', input);
    await cancelSimulation(engine(), 'stopped');
    expect(simulations.get().get('stopped')).toMatchObject({
      isBusy: false,
      run: { state: 'cancelled' },
      outcome: { result },
    });
  });

  test('is stopped although Cancel came before the engine had named the run', async () => {
    const begun = Promise.withResolvers<SimulationRun>();
    const cancelled: string[] = [];
    const calls = engine({
      simulate: () => begun.promise,
      cancel: ({ runId }) => {
        cancelled.push(runId);
        return Promise.resolve({ ...running, state: 'cancelled' });
      },
    });
    const started = startSimulation(calls, 'early', input);
    await cancelSimulation(calls, 'early');
    expect(cancelled).toEqual([]);
    begun.resolve(running);
    await started;
    expect(cancelled).toEqual(['r']);
    expect(simulations.get().get('early')).toMatchObject({ isBusy: false, run: { state: 'cancelled' } });
    // The next one is wanted.
    await startSimulation(engine(), 'early', input);
    expect(simulations.get().get('early')).toMatchObject({ isBusy: true, run: running });
  });

  test('stays stopped where an older view of it comes late', async () => {
    await startSimulation(engine(), 'late', input);
    await cancelSimulation(engine(), 'late');
    await noteSimulation(engine(), 'late', { ...running, share: 0.4 });
    expect(simulations.get().get('late')).toMatchObject({ isBusy: false, run: { state: 'cancelled' } });
  });

  test('is replaced by the next one, whose outcome alone is taken, and what is replaced is cancelled', async () => {
    const begun = Promise.withResolvers<SimulationRun>();
    const cancelled: string[] = [];
    const cancel: SimulationCalls['cancel'] = ({ runId }) => {
      cancelled.push(runId);
      return Promise.resolve({ ...running, id: runId, state: 'cancelled' });
    };
    const slow = startSimulation(engine({ simulate: () => begun.promise, cancel }), 'typed', input);
    const second = engine({ simulate: () => Promise.resolve({ ...running, id: 'second' }), cancel });
    await startSimulation(second, 'typed', input);
    begun.resolve({ ...running, id: 'first' });
    await slow;
    expect(cancelled).toEqual(['first']);
    expect(simulations.get().get('typed')).toMatchObject({ isBusy: true, run: { id: 'second' } });
    // A late view of the first says nothing of the second.
    await noteSimulation(second, 'typed', { ...running, id: 'first', state: 'done' });
    expect(simulations.get().get('typed')).toMatchObject({ isBusy: true, run: { id: 'second' } });
    const third = engine({ simulate: () => Promise.resolve({ ...running, id: 'third' }), cancel });
    await startSimulation(third, 'typed', input);
    expect(cancelled).toEqual(['first', 'second']);
  });

  test('keeps the outcome before the last edit, and the same one where the input was none other', async () => {
    const policies = (document: string): SimulationStartInput => ({ ...input, document });
    const simulateAs = async (id: string, document: string) => {
      const calls = engine({ simulate: () => Promise.resolve({ ...running, id }) });
      await startSimulation(calls, 'edited', policies(document));
      await noteSimulation(calls, 'edited', { ...running, id, state: 'done' });
      return simulations.get().get('edited');
    };
    expect(await simulateAs('a', '{"of":1}')).toMatchObject({ outcome: { runId: 'a' }, former: null });
    expect(await simulateAs('b', '{"of":2}')).toMatchObject({
      outcome: { runId: 'b' },
      former: { runId: 'a' },
    });
    expect(await simulateAs('c', '{ "of": 2 }')).toMatchObject({
      outcome: { runId: 'c' },
      former: { runId: 'a' },
      tookMillis: expect.any(Number),
    });
  });

  test('that cannot be started or read says why, and another one can be started', async () => {
    const broken = () => Promise.reject(new Error('gone'));
    await startSimulation(engine({ simulate: broken }), 'broken', input);
    expect(simulations.get().get('broken')).toMatchObject({ isBusy: false, problem: expect.anything() });
    await startSimulation(engine(), 'broken', input);
    expect(simulations.get().get('broken')?.problem).toBeNull();
    await noteSimulation(engine({ result: broken }), 'broken', { ...running, state: 'done' });
    expect(simulations.get().get('broken')).toMatchObject({ isBusy: false, problem: expect.anything() });
  });
});

describe('traffic that is being sent while the screen shows another route', () => {
  const files = { file: 'routes/01-orders.json', trafficFile: 'traffic/orders.json' };
  const run = { id: 'l', file: files.file, state: 'running', problem: null } as LiveRun;
  const answers = [0, 1, 2].map((index) => ({ index }) as LiveResponse);
  const calls: SendingCalls = {
    liveAnswers: ({ from }) => Promise.resolve(answers.slice(from, from + 2)),
    stopLive: () => Promise.resolve({ ...run, state: 'stopped' }),
  };

  test('is known from everywhere, gathers each answer once, and can be stopped', async () => {
    await startSending(calls, files, () => Promise.resolve(run));
    expect(sending.get()).toMatchObject({ files, run, isStarting: false, answers: answers.slice(0, 2) });
    await noteSending(calls, files, run);
    expect(sending.get()?.answers).toEqual(answers);
    await stopSending(calls);
    expect(sending.get()).toMatchObject({ run: { state: 'stopped' }, answers });
  });

  test('nothing of a run before gets into the next one', async () => {
    const next = { ...files };
    await startSending(calls, next, () => Promise.resolve({ ...run, id: 'm' }));
    await noteSending(calls, files, { ...run, state: 'done' });
    expect(sending.get()?.run).toMatchObject({ id: 'm', state: 'running' });
  });

  test('is stopped although Stop came before the engine had named the run', async () => {
    const begun = Promise.withResolvers<LiveRun>();
    const started = startSending(calls, { ...files }, () => begun.promise);
    await stopSending(calls);
    begun.resolve(run);
    await started;
    expect(sending.get()).toMatchObject({ run: { state: 'stopped' }, isStarting: false });
    await noteSending(calls, sending.get()?.files ?? files, run);
    expect(sending.get()?.run?.state).toBe('stopped');
  });

  test('that the engine no longer knows is not held for running', async () => {
    await startSending(calls, { ...files }, () => Promise.resolve(run));
    await stopSending({ ...calls, stopLive: () => Promise.reject(new Error('no such run')) });
    expect(sending.get()).toMatchObject({ run: null, problem: expect.anything() });
  });
});
