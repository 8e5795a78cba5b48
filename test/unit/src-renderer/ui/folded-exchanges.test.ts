import { describe, expect, test } from 'vitest';
import { foldExchanges, rowOf, sameEndOf } from '#renderer/ui/folded-exchanges.ts';
import type { ActivityRow, ExchangeSummary } from '#shared/api/index.ts';
import { activityRow } from '../features/activity/rows.ts';

const record = (id: string, changes: Partial<ExchangeSummary> = {}): ExchangeSummary => ({
  id,
  side: 'server',
  service: 'authorizationServer',
  startedAtMillis: 1_000,
  durationMicros: 2_000,
  method: 'POST',
  target: '/as/token.oauth2',
  status: 400,
  remark: '',
  rule: '',
  tags: [],
  ports: '40000 9031',
  ...changes,
});
const sent = (id: string, changes: Partial<ExchangeSummary> = {}): ExchangeSummary =>
  record(id, { side: 'client', service: 'flowDebugger', ...changes });
const idsOf = (records: readonly ExchangeSummary[]) =>
  foldExchanges(records).map(({ id, peer }) => [id, peer?.id ?? null]);

describe('the records of a list', () => {
  test('are one row where they are of the two ends of one exchange, at the place of the first', () => {
    expect(idsOf([sent('3'), record('2', { ports: '40001 9031' }), record('1')])).toEqual([
      ['2', null],
      ['1', '3'],
    ]);
  });

  test('keep what either of them says, whichever came first', () => {
    const client = sent('2', { remark: 'invalid_grant', tags: ['run:7', 'client:portal-web'] });
    const server = record('1', { rule: 'Code has not been used', tags: ['client:portal-web'] });
    for (const records of [
      [client, server],
      [server, client],
    ]) {
      const [row, ...others] = foldExchanges(records);
      const [later, first] = records;
      expect(others).toEqual([]);
      expect(row).toMatchObject({
        id: first?.id,
        rule: 'Code has not been used',
        remark: 'invalid_grant',
        peer: { id: later?.id, side: later?.side, service: later?.service, durationMicros: 2_000 },
      });
      expect(row?.tags.toSorted()).toEqual(['client:portal-web', 'run:7']);
    }
  });

  test('of one connection stay apart where the status, the request line or the time tells them apart', () => {
    for (const other of [
      sent('2', { status: 200 }),
      sent('2', { method: 'GET' }),
      sent('2', { target: '/as/introspect.oauth2' }),
      sent('2', { startedAtMillis: 2_000 }),
      record('2'),
    ])
      expect(idsOf([other, record('1')])).toEqual([
        ['2', null],
        ['1', null],
      ]);
  });

  test('of which the ports are not known stay apart', () => {
    const { ports: _, ...client } = sent('2');
    const { ports: __, ...server } = record('1');
    expect(idsOf([client, server])).toHaveLength(2);
  });

  test('pair in their order where a connection carries the same request twice', () => {
    expect(idsOf([sent('4'), sent('3'), record('2'), record('1')])).toEqual([
      ['2', '4'],
      ['1', '3'],
    ]);
  });

  test('lead to their row by the id of either', () => {
    const rows = foldExchanges([sent('2'), record('1')]);
    expect([rowOf(rows, '1')?.id, rowOf(rows, '2')?.id, rowOf(rows, '9'), rowOf(rows, null)]).toEqual([
      '1',
      '1',
      undefined,
      undefined,
    ]);
  });
});

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
