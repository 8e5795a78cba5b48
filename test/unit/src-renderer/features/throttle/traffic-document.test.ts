import { describe, expect, test } from 'vitest';
import { createEditOrder } from '#renderer/features/throttle/edit-order.ts';
import { behaviourText } from '#renderer/features/throttle/traffic/pattern-text.ts';
import {
  binsOf,
  changeText,
  claimIn,
  expectedRequests,
  idProblemOf,
  newTraffic,
  statusOf,
  withBurst,
  withChange,
  withClient,
  withEdited,
  withMovedChange,
  withoutClient,
} from '#renderer/features/throttle/traffic/traffic-document.ts';
import { edited, freshHistory, redone, undone } from '#renderer/features/throttle/traffic/traffic-history.ts';

const begun = newTraffic('orders', 'status', ['gold', 'silver']);

describe('a new traffic', () => {
  test('has a client for each status, with a burst for the first', () => {
    expect(begun.clients.map((client) => statusOf(client, 'status'))).toEqual(['gold', 'silver']);
    expect(begun.clients.map(behaviourText)).toEqual(['0.5/s, 8 at 12\u00a0s', '0.5/s']);
    expect(expectedRequests(begun)).toBe(30 + 8 + 30);
  });

  test('of a policy without statuses has one client without a status', () => {
    const [client] = newTraffic('plain', null, []).clients;
    expect(client === undefined ? 'none' : statusOf(client, 'status')).toBeNull();
  });
});

describe('clients', () => {
  test('are called so that no two are called the same', () => {
    const two = withClient(withClient(begun));
    expect(new Set(two.clients.map(({ id }) => id)).size).toBe(4);
  });

  test('are each called something, and no two the same', () => {
    expect(idProblemOf(begun, 0, '')).toBe('empty');
    expect(idProblemOf(begun, 0, 'silver-user')).toBe('taken');
    expect(idProblemOf(begun, 0, 'x'.repeat(201))).toBe('long');
    expect(idProblemOf(begun, 0, 'gold-user')).toBeNull();
    expect(idProblemOf(begun, 0, 'silver-user-2')).toBeNull();
  });

  test('take their changes along when they are renamed or removed', () => {
    const changed = withChange(begun, {
      atSeconds: 30,
      client: 'gold-user',
      attributes: { status: 'silver' },
    });
    const [gold] = changed.clients;
    if (gold === undefined) throw new Error('There is no client.');
    expect(withEdited(changed, 0, { ...gold, id: 'ann' }).changes).toMatchObject([{ client: 'ann' }]);
    expect(withoutClient(changed, 0).changes).toEqual([]);
    expect(withoutClient(changed, 1).changes).toHaveLength(1);
  });

  test('say what they do in a few words', () => {
    const [client] = withBurst(begun, 1, 20.000_4).clients.slice(1);
    if (client === undefined) throw new Error('There is no client.');
    const busy = { ...client, on429: { kind: 'honour', maximumRetries: 3 } as const };
    expect(behaviourText(busy)).toBe('0.5/s, 5 at 20\u00a0s, waits Retry-After');
    expect(behaviourText({ ...client, patterns: [] })).toBe('no requests');
  });
});

describe('changes of status', () => {
  const changed = withChange(begun, {
    atSeconds: 30.000_4,
    client: 'gold-user',
    attributes: { mail: 'gold@example.com', status: null },
  });

  test('stay inside the traffic when they are moved', () => {
    expect(changed.changes[0]?.atSeconds).toBe(30);
    expect(withMovedChange(changed, 0, 30.1).changes[0]?.atSeconds).toBe(30.1);
    expect(withMovedChange(changed, 0, -4).changes[0]?.atSeconds).toBe(0);
    expect(withMovedChange(changed, 0, 400).changes[0]?.atSeconds).toBe(60);
  });

  test('are told by what is other than at the beginning', () => {
    const [change] = changed.changes;
    expect(change === undefined ? '' : changeText(changed, change, 'no value')).toBe('no value');
  });
});

test('the claim that picks a rate is read out of the expression', () => {
  expect(claimIn('${contexts.oauth2.accessToken.info.status}')).toBe('status');
  expect(claimIn("${contexts.oauth2.accessToken.info['loyalty tier']}")).toBe('loyalty tier');
  expect(claimIn("${request.headers['X-Plan'][0]}")).toBeNull();
});

test('results are counted in round pieces of time: some sixty, or the minutes of a day', () => {
  expect(binsOf(60)).toBe(60);
  expect(binsOf(12)).toBe(60);
  expect(binsOf(3_600)).toBe(60);
  expect(binsOf(86_400)).toBe(1_440);
  expect(binsOf(604_800)).toBe(1_008);
});

describe('the way back through edits', () => {
  test('takes moves of one thing as one step', () => {
    const moved = [1, 2, 3].reduce(
      (history, seed) => edited(history, { ...history.now, seed }, 'seed'),
      freshHistory(begun),
    );
    expect(undone(moved, begun).now.seed).toBe(begun.seed);
    expect(redone(undone(moved, begun)).now.seed).toBe(3);
    expect(undone(freshHistory(begun), begun).now).toBe(begun);
  });

  test('ends where another edit follows', () => {
    const one = edited(freshHistory(begun), { ...begun, seed: 5 }, null);
    const other = edited(undone(one, begun), { ...begun, seed: 9 }, null);
    expect(redone(other).now.seed).toBe(9);
  });

  test('one press too many changes nothing: the way forth stays', () => {
    const one = edited(freshHistory(begun), { ...begun, seed: 5 }, null);
    const back = undone(one, begun);
    expect(undone(back, begun)).toBe(back);
    expect(undone(back, { ...begun })).toBe(back);
    expect(redone(undone(back, begun)).now.seed).toBe(5);
    expect(redone(one)).toBe(one);
  });

  test('of a draft whose steps nobody knows any more leads to the file and forth again', () => {
    const draft = freshHistory({ ...begun, seed: 5 });
    const back = undone(draft, begun);
    expect(back.now).toBe(begun);
    expect(redone(back).now.seed).toBe(5);
  });
});

describe('the order of edits in two files', () => {
  const [policy, traffic] = ['routes/01.json', 'traffic/a.json'];
  const both = [policy, traffic];

  test('is gone back and forth as they were made, whatever else was edited before', () => {
    const edits = createEditOrder();
    for (const file of ['traffic/other.json', policy, traffic, 'traffic/other.json']) edits.note(file);
    expect([edits.takeLast(both), edits.takeLast(both), edits.takeLast(both)]).toEqual([
      traffic,
      policy,
      null,
    ]);
    expect([edits.takeUndone(both), edits.takeUndone(both), edits.takeUndone(both)]).toEqual([
      policy,
      traffic,
      null,
    ]);
  });

  test('ends where another edit follows, and leaves out what was saved', () => {
    const edits = createEditOrder();
    edits.note(policy);
    edits.note(traffic);
    edits.takeLast(both);
    edits.note(traffic);
    expect(edits.takeUndone(both)).toBeNull();
    expect(edits.latest()).toBe(traffic);
    edits.forget(traffic);
    expect(edits.latest()).toBe(policy);
    expect([edits.takeLast(both), edits.takeLast(both)]).toEqual([policy, null]);
  });
});
