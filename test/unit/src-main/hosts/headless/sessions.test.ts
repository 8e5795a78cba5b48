import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSessions, maxIdleMillis } from '#main/hosts/headless/sessions.ts';

/** Sessions under a clock that the test moves, with bytes that count up. */
function begin() {
  let nowMillis = 1_000_000;
  let next = 0;
  const sessions = createSessions(
    { nowMillis: () => nowMillis },
    { bytes: (count) => new Uint8Array(count).fill((next += 1)) },
  );
  const open = (agent = 'Browser') =>
    sessions.begin(sessions.issueStart({ seconds: 60, isReusable: false }), agent) ?? '';
  return { sessions, open, pass: (millis: number) => (nowMillis += millis) };
}

describe('a start token', () => {
  test('opens one window, or as many as it is meant for until its time is over', () => {
    const { sessions, pass } = begin();
    const once = sessions.issueStart({ seconds: 60, isReusable: false });
    const often = sessions.issueStart({ seconds: 60, isReusable: true });
    expect(sessions.begin(once, '')).not.toBeNull();
    expect(sessions.begin(once, '')).toBeNull();
    expect(sessions.begin(often, '')).not.toBeNull();
    expect(sessions.begin(often, '')).not.toBeNull();
    pass(60_000);
    expect(sessions.begin(often, '')).toBeNull();
    sessions.close();
  });

  test('tells once when it is over: used, too old, or closed with the host', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { sessions } = begin();
    const over: string[] = [];
    const life = (what: string) => ({ seconds: 60, isReusable: false, onOver: () => over.push(what) });
    sessions.begin(sessions.issueStart(life('used')), '');
    sessions.issueStart(life('too old'));
    vi.advanceTimersByTime(60_000);
    sessions.issueStart(life('closed'));
    sessions.close();
    vi.advanceTimersByTime(60_000);
    expect(over).toEqual(['used', 'too old', 'closed']);
  });
});

describe('a session', () => {
  test('ends 12 hours after its last window was closed, and not while one is open', () => {
    const { sessions, open, pass } = begin();
    const token = open();
    const leave = sessions.find(token)?.attach(() => undefined);
    pass(10 * maxIdleMillis);
    expect(sessions.find(token)).not.toBeNull();
    pass(1);
    leave?.();
    pass(maxIdleMillis);
    expect(sessions.find(token)).not.toBeNull();
    pass(maxIdleMillis + 1);
    expect(sessions.find(token)).toBeNull();
    sessions.close();
  });

  test('closes all its windows when it is ended, and no other’s', () => {
    const { sessions, open } = begin();
    const one = sessions.find(open());
    const other = sessions.find(open());
    const closed: string[] = [];
    one?.attach(() => closed.push('first'));
    one?.attach(() => closed.push('second'));
    other?.attach(() => closed.push('other'));
    expect(sessions.end(one?.id ?? '')).toBe(true);
    expect(closed).toEqual(['first', 'second']);
    expect(sessions.end('none')).toBe(false);
  });

  test('beyond 64 the one that was used longest ago ends', () => {
    const { sessions, open, pass } = begin();
    const tokens = Array.from({ length: 64 }, () => {
      pass(1);
      return open();
    });
    pass(1);
    expect(sessions.find(tokens[0] ?? '')).not.toBeNull();
    pass(1);
    open();
    expect(sessions.find(tokens[1] ?? '')).toBeNull();
    expect(sessions.find(tokens[0] ?? '')).not.toBeNull();
  });

  test('keeps no more than the beginning of what a browser says of itself', () => {
    const { sessions, open } = begin();
    const own = sessions.find(open('x'.repeat(5_000)));
    if (own === null) throw new Error('There is no session.');
    expect(sessions.list(own)).toMatchObject([{ agent: 'x'.repeat(200), isOwn: true }]);
  });
});
