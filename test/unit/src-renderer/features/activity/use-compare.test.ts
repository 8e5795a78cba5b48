import { describe, expect, test } from 'vitest';
import { sameEndOf } from '#renderer/features/activity/use-compare.ts';
import type { ActivityRow } from '#shared/api/index.ts';
import { activityRow } from './rows.ts';

const row = (id: string, side: 'server' | 'client', peerId: string | null): ActivityRow =>
  activityRow({
    id,
    side,
    peer:
      peerId === null
        ? null
        : { id: peerId, side: side === 'server' ? 'client' : 'server', service: 'replay', durationMicros: 0 },
  });

describe('the records that are compared', () => {
  test.each([
    ['server', 'a', row('a', 'server', 'b'), row('c', 'client', 'd'), ['a', 'd']],
    ['server', 'b', row('a', 'server', 'b'), row('c', 'server', null), ['a', 'c']],
    ['client', 'a', row('a', 'server', 'b'), row('c', 'client', null), ['b', 'c']],
    ['no', 'a', row('a', 'server', null), row('c', 'client', null), ['a', 'c']],
  ] as const)('are those of the %s end, where both have one', (_end, id, left, right, expected) => {
    expect(sameEndOf({ id, row: left }, { id: right.id, row: right })).toEqual(expected);
  });

  test('are the ones that are named where the rows are not at hand', () => {
    expect(sameEndOf({ id: 'a' }, { id: 'c', row: row('c', 'client', 'd') })).toEqual(['a', 'c']);
  });
});
