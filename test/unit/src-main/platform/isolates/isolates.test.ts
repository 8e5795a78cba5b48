import { describe, expect, onTestFinished, test } from 'vitest';
import { type StartIsolate, startForked, startThread } from '#main/platform/isolates/index.ts';
import { type ActingIsolate, startActing } from '#test/support/isolates.ts';

function begin(start: StartIsolate, data?: unknown): ActingIsolate {
  const acting = startActing(start, data);
  onTestFinished(() => acting.isolate.end());
  return acting;
}

describe.each([
  ['a thread', startThread],
  ['a process', startForked],
] as const)('code that runs in %s', (_name, start) => {
  test('finds what it was given, and answers with values as they are', async () => {
    const given = { directory: '/ä', days: new Map([[1, new Date(0)]]), none: undefined };
    const { ask } = begin(start, given);
    expect(await ask({ act: 'data' })).toEqual(given);
    const value = { bytes: new Uint8Array([0, 255]), many: new Float64Array([0.1]), big: 2n ** 70n };
    expect(await ask({ act: 'say', value })).toEqual(value);
  });

  test('takes in order what it is told before it listens', async () => {
    const heard: unknown[] = [];
    const all = Promise.withResolvers<void>();
    const isolate = start<unknown, unknown>({
      url: new URL('../../../../support/isolate-entry.ts', import.meta.url),
      heap: { oldMebibytes: 64, youngMebibytes: 12 },
      hear: (message) => heard.push(message) === 3 && all.resolve(),
      ended: () => all.reject(new Error('It ended.')),
    });
    onTestFinished(() => isolate.end());
    for (const value of [1, 2, 3]) isolate.tell({ act: 'say', value });
    await all.promise;
    expect(heard).toEqual([1, 2, 3]);
  });

  test('is ended when it is not heard of in time', async () => {
    const { isolate, ended, ask } = begin(start);
    expect(await ask({ act: 'say', value: 1 })).toBe(1);
    isolate.expectWithin(200);
    isolate.tell({ act: 'loop' });
    expect(await ended).toEqual({ why: 'deadline' });
  });

  test('is ended by whoever began it, whatever it does', async () => {
    const { isolate, ended, ask } = begin(start);
    expect(await ask({ act: 'say', value: 1 })).toBe(1);
    isolate.tell({ act: 'loop' });
    await isolate.end();
    expect(await ended).toEqual({ why: 'asked' });
  });

  test('ends by itself at the bound of its heap, and one beside it goes on', async () => {
    const beside = begin(start);
    expect(await beside.ask({ act: 'say', value: 1 })).toBe(1);
    const { ask } = begin(start);
    expect(await ask({ act: 'memory' })).toMatchObject({ why: 'memory', cause: expect.any(Error) });
    expect(await beside.ask({ act: 'say', value: 2 })).toBe(2);
  });

  test.each(['throw', 'reject'] as const)('says what broke it: %s', async (act) => {
    const { ask } = begin(start);
    const end = { why: 'broken', cause: expect.objectContaining({ message: 'planted' }) };
    expect(await ask({ act })).toMatchObject(end);
  });

  test('that leaves by itself is over', async () => {
    expect(await begin(start).ask({ act: 'exit' })).toMatchObject({ why: 'broken' });
  });
});
