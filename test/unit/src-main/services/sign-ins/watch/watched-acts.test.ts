import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WatchedActs } from '#main/services/sign-ins/watch/watched-acts.ts';
import { createWatchedSignIns } from '#main/services/sign-ins/watch/watched-sign-ins.ts';

const start = 'https://id.example/authorize?state=1';

function watched(...told: readonly object[]): WatchedActs {
  const acts = new WatchedActs();
  for (const each of [{ type: 'page', url: start }, ...told]) acts.take(JSON.stringify(each));
  return acts;
}
const typed = (value: string, field = 0, more: object = {}) => ({
  type: 'change',
  field,
  selectors: [[`#f${field}`]],
  value,
  ...more,
});
const click = { type: 'click', selectors: [['aria/Next'], ['#go']] };
const stepsOf = (acts: WatchedActs) => acts.document('x').steps;

describe('the acts of somebody who is watched', () => {
  test('are one act for each field, however it was typed', () => {
    const acts = watched(
      typed('a'),
      typed('an'),
      typed('a'),
      typed('ann'),
      typed('s', 1),
      typed('se', 1),
      click,
    );
    expect(stepsOf(acts)).toEqual([
      { type: 'navigate', url: start },
      { type: 'change', selectors: [['#f0']], value: 'ann' },
      { type: 'change', selectors: [['#f1']], value: 'se' },
      { type: 'click', selectors: [['aria/Next'], ['#go']] },
    ]);
    expect(acts.typed).toEqual(['ann']);
  });

  test('note where each led, and that a field of another page is another field', () => {
    const next = 'https://id.example/password';
    const acts = watched(typed('ann'), { type: 'enter' }, { type: 'page', url: next }, typed('secret'));
    expect(stepsOf(acts)).toMatchObject([
      { type: 'navigate' },
      { type: 'change', value: 'ann' },
      { type: 'keyDown', key: 'Enter' },
      { type: 'keyUp', key: 'Enter', assertedEvents: [{ type: 'navigation', url: next }] },
      { type: 'change', value: 'secret' },
    ]);
  });

  test('in a frame name it', () => {
    const acts = watched(typed('ann', 0, { frame: [1, 0], url: 'https://login.example/f' }));
    expect(stepsOf(acts)[1]).toMatchObject({ frame: [1, 0], target: 'https://login.example/f' });
  });

  test('end with the sign-in, and are bounded', () => {
    const over = watched(click);
    over.end();
    over.take(JSON.stringify(click));
    expect(over.count).toBe(1);
    expect(watched(...Array.from({ length: 2_000 }, () => click)).count).toBe(499);
  });

  test.each(['', '{', 'null', '{"type":"script"}', '{"type":"click","selectors":[["x"],[]]}'])(
    'are nothing where a page tells what is no act: %s',
    (json) => {
      const acts = watched();
      acts.take(json);
      expect(stepsOf(acts)).toHaveLength(1);
    },
  );

  test('leave pages of the browser itself out', () => {
    expect(stepsOf(watched({ type: 'page', url: 'about:blank' }))).toHaveLength(1);
  });
});

describe('watched sign-ins', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('are forgotten after half an hour, and beyond twenty', () => {
    const signIns = createWatchedSignIns();
    for (let run = 1; run <= 21; run += 1) signIns.begin(`run ${run}`);
    expect([signIns.recording('run 1'), signIns.recording('run 2')]).toEqual([null, expect.anything()]);
    vi.advanceTimersByTime(30 * 60_000);
    expect(signIns.recording('run 21')).toBeNull();
  });

  test('are forgotten with the runs that a person removes', () => {
    const signIns = createWatchedSignIns();
    for (const run of ['one', 'other', 'third']) signIns.begin(run);
    signIns.forget('one');
    expect([signIns.recording('one'), signIns.recording('other')]).toEqual([null, expect.anything()]);
    signIns.clear();
    expect([signIns.recording('other'), signIns.recording('third')]).toEqual([null, null]);
  });
});
