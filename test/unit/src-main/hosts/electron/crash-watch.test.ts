import type { MessageBoxOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { createCrashWatch } from '#main/hosts/electron/crash-watch.ts';
import { englishHostWords } from '#shared/desktop/index.ts';

const words = englishHostWords.crash;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function watchOver() {
  const boxes: { options: MessageBoxOptions; press: (label: string) => Promise<unknown> }[] = [];
  const done: string[] = [];
  let nowMillis = 0;
  const watch = createCrashWatch({
    ask: (options) =>
      new Promise((resolve) => {
        const press = (label: string) => {
          resolve(options.buttons?.indexOf(label) ?? -1);
          return settled();
        };
        options.signal?.addEventListener('abort', () => resolve(options.cancelId ?? 0));
        boxes.push({ options, press });
      }),
    words: () => words,
    copyReport: async (kind, reason) => void done.push(`copy ${kind} ${reason}`),
    reopen: async (kind, isAtHome) => void done.push(`reopen ${kind}${isAtHome ? ' at home' : ''}`),
    quit: () => done.push('quit'),
    nowMillis: () => nowMillis,
  });
  const pass = (millis: number) => {
    nowMillis += millis;
  };
  return { watch, boxes, done, pass };
}

describe('after a crash', () => {
  test('nothing happens until a person says what', async () => {
    const { watch, boxes, done } = watchOver();
    watch.crashed('page', 'crashed (5)');
    await settled();
    expect(boxes.map(({ options }) => [options.message, options.buttons])).toEqual([
      [words.pageTitle, [words.reopen, words.copy, words.quit]],
    ]);
    expect(done).toEqual([]);
    await boxes[0]?.press(words.reopen);
    expect(done).toEqual(['reopen page']);
  });

  test('the report can be copied, and the question stays', async () => {
    const { watch, boxes, done } = watchOver();
    watch.crashed('engine', 'engine.stopped');
    await settled();
    await boxes[0]?.press(words.copy);
    await boxes[1]?.press(words.copy);
    await boxes[2]?.press(words.quit);
    expect(done).toEqual(['copy engine engine.stopped', 'copy engine engine.stopped', 'quit']);
    expect(boxes).toHaveLength(3);
  });

  test('a second crash waits for the answer to the first', async () => {
    const { watch, boxes, done } = watchOver();
    watch.crashed('engine', 'a');
    watch.crashed('page', 'b');
    await settled();
    expect(boxes).toHaveLength(1);
    await boxes[0]?.press(words.reopen);
    expect(boxes[1]?.options.message).toBe(words.pageTitle);
    await boxes[1]?.press(words.reopen);
    expect(done).toEqual(['reopen engine', 'reopen page']);
  });

  test('the third within a minute offers Home, and no key that is pressed by chance opens it again', async () => {
    const { watch, boxes, done, pass } = watchOver();
    for (const _ of [1, 2]) {
      watch.crashed('page', 'oom');
      await settled();
      await boxes.at(-1)?.press(words.reopen);
      pass(20_000);
    }
    watch.crashed('page', 'oom');
    await settled();
    const { options, press } = boxes.at(-1) ?? {};
    expect(options?.buttons).toEqual([words.reopenHome, words.copy, words.quit]);
    expect(options?.buttons?.[options.defaultId ?? 0]).toBe(words.quit);
    expect(options?.detail).toContain(words.repeated);
    await press?.(words.reopenHome);
    expect(done).toEqual(['reopen page', 'reopen page', 'reopen page at home']);
  });

  test('three in more than a minute are as many single ones', async () => {
    const { watch, boxes, pass } = watchOver();
    for (const _ of [1, 2, 3]) {
      watch.crashed('page', 'oom');
      await settled();
      await boxes.at(-1)?.press(words.reopen);
      pass(30_001);
    }
    expect(boxes.map(({ options }) => options.buttons?.[0])).toEqual(Array(3).fill(words.reopen));
  });
});

describe('a window that does not answer', () => {
  test('may be waited for', async () => {
    const { watch, boxes, done } = watchOver();
    watch.crashed('hang', 'unresponsive');
    await settled();
    expect(boxes[0]?.options.buttons).toEqual([words.wait, words.reopen, words.copy, words.quit]);
    await boxes[0]?.press(words.wait);
    expect(done).toEqual([]);
  });

  test('takes its box away when it answers again', async () => {
    const { watch, boxes, done } = watchOver();
    watch.crashed('hang', 'unresponsive');
    await settled();
    watch.recovered();
    await settled();
    expect(boxes[0]?.options.signal?.aborted).toBe(true);
    expect(done).toEqual([]);
    // Which does not answer for the next one.
    watch.crashed('page', 'crashed (5)');
    await settled();
    expect(boxes[1]?.options.message).toBe(words.pageTitle);
  });

  test('that ends is offered as one that ended', async () => {
    const { watch, boxes } = watchOver();
    watch.crashed('hang', 'unresponsive');
    await settled();
    watch.crashed('page', 'killed (9)');
    await settled();
    expect(boxes.map(({ options }) => options.message)).toEqual([words.hangTitle, words.pageTitle]);
  });
});
