import { describe, expect, onTestFinished, test } from 'vitest';
import { type StartIsolate, startThread } from '#main/platform/isolates/index.ts';
import { createScriptRoom } from '#main/services/scripting/script-room.ts';
import { Lane } from '#main/services/scripting/script-runner.ts';
import { workerFiles } from '#test/support/workers.ts';

/** Scripts with room for so many workers together, and how many of those there were at most. */
function scripts(max: number) {
  const room = createScriptRoom(max);
  let alive = 0;
  let peak = 0;
  const start: StartIsolate = (options) => {
    alive += 1;
    peak = Math.max(peak, alive);
    return startThread({
      ...options,
      ended(end) {
        alive -= 1;
        options.ended(end);
      },
    });
  };
  const send = () => Promise.reject(new Error('Nothing is sent here.'));
  return {
    peak: () => peak,
    script(body: string): Lane {
      const settings = { name: 'The script', body, bindings: [], limitMillis: 5_000, concurrency: 1 };
      const ports = { workerUrl: new URL(workerFiles.script), start, send, log: () => undefined };
      const runner = new Lane(settings, ports, room);
      onTestFinished(() => runner.close());
      return runner;
    },
  };
}

const spin = (millis: number) => `const end = Date.now() + ${millis}; while (Date.now() < end); return 1`;
const value = (json: string) => ({ kind: 'value', json });

describe('the workers that scripts may have together', () => {
  test('one that rests goes in favour of one that is waited for', async () => {
    const { peak, script } = scripts(1);
    const [first, second] = [script('return 1'), script('return 2')];
    const inTurns = [first, second, first, second];
    for (const [index, each] of inTurns.entries())
      expect(await each?.run('{}')).toEqual(value(index % 2 === 0 ? '1' : '2'));
    expect(peak()).toBe(1);
  });

  test('all scripts come to their end where many more run than there is room for', async () => {
    const { peak, script } = scripts(2);
    const runners = Array.from({ length: 5 }, () => script(spin(20)));
    const runs = runners.flatMap((runner) => [runner.run('{}'), runner.run('{}')]);
    expect(await Promise.all(runs)).toEqual(runs.map(() => value('1')));
    expect(peak()).toBe(2);
  });

  test('one that always has something to do lets others in', async () => {
    const { script } = scripts(1);
    const [busy, other] = [script(spin(5)), script('return 2')];
    let isOver = false;
    const keepBusy = async (): Promise<void> => {
      while (!isOver) await busy.run('{}');
    };
    const working = [keepBusy(), keepBusy()];
    expect(await other.run('{}')).toEqual(value('2'));
    isOver = true;
    await Promise.all(working);
  });

  test('what was closed while it waited takes no room', async () => {
    const { script } = scripts(1);
    const [first, waiting, last] = [script(spin(200)), script('return 2'), script('return 3')];
    const running = first.run('{}');
    const given = waiting.run('{}').catch((error: Error) => error.message);
    const behind = last.run('{}');
    await waiting.close();
    expect(await given).toContain('stopped');
    expect(await Promise.all([running, behind])).toEqual([value('1'), value('3')]);
  });
});
