import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredSummary } from '#main/platform/exchange-summary.ts';
import type { SummaryBlock, SummarySnapshot } from '#main/platform/ports.ts';
import { createExchangeIndex, type ExchangeIndex } from '#main/services/activity/exchange-index.ts';

interface TestBlock extends SummaryBlock {
  readonly rows: readonly StoredSummary[] | null;
}

const row = (id: string, changes: Partial<StoredSummary> = {}): StoredSummary => ({
  id,
  side: 'server',
  service: 'authorizationServer',
  startedAtMillis: 1_800_000_000_000,
  durationMicros: 1_000,
  method: 'POST',
  target: '/as/token.oauth2',
  status: 200,
  remark: '',
  tags: [],
  origin: 'http://127.0.0.1:9031',
  clientPort: 40_000,
  ...changes,
});
/** Rows `from` … `to − 1`; each third of them failed. */
const rows = (from: number, to: number): StoredSummary[] =>
  Array.from({ length: to - from }, (_, offset) =>
    row(String(from + offset).padStart(3, '0'), { status: (from + offset) % 3 === 0 ? 400 : 200 }),
  );
const block = (sequence: number, content: readonly StoredSummary[] | null, revision = 1): TestBlock => ({
  sequence,
  revision,
  rows: content,
});
const filter = (text: string) => ({ text, zoneOffsetMinutes: 0 });
const everything = filter('');
const failed = filter('status:400');
const pinned = filter('is:pinned');

let index: ExchangeIndex;
let loaded: number[];
function take(...blocks: readonly TestBlock[]): void {
  const snapshot: SummarySnapshot = {
    blocks,
    load({ sequence }) {
      loaded.push(sequence);
      return blocks.find((candidate) => candidate.sequence === sequence)?.rows ?? null;
    },
  };
  index.take(snapshot);
}
const idsOf = (text: string) => index.ids(filter(text), 1_000);

/** Compares with an index that was built anew from the same blocks: the truth that incremental work has to meet. */
function expectAsAnew(...blocks: readonly TestBlock[]): void {
  const kept = index;
  const former = ['', 'status:400', '-status:400'].map(idsOf);
  index = createExchangeIndex();
  take(...blocks);
  expect(former).toEqual(['', 'status:400', '-status:400'].map(idsOf));
  index = kept;
}

beforeEach(() => {
  index = createExchangeIndex();
  loaded = [];
});

describe('an index of exchanges', () => {
  test('counts rows from the oldest, by filter', () => {
    take(block(1, rows(0, 4)), block(2, rows(4, 10)));
    expect(index.extent(everything)).toEqual({ total: 10, matching: 10, generation: 0 });
    const window = index.window(failed, 1, 2);
    expect(window).toMatchObject({ total: 10, matching: 4, from: 1 });
    expect(window.items.map(({ id }) => id)).toEqual(['003', '006']);
    expect(window.items[0]).toMatchObject({ status: 400, isPinned: false, finding: null });
    expect(window.items[0]).not.toHaveProperty('clientPort');
    expect(index.window(failed, 90, 5).items).toEqual([]);
    expect(index.tail(failed, 2)).toMatchObject({ from: 2, items: [{ id: '006' }, { id: '009' }] });
    expect(index.ids(failed, 3)).toEqual(['000', '003', '006']);
  });

  test('says where a row stands among those that match', () => {
    take(block(1, rows(0, 10)));
    expect(index.locate(failed, '006')).toEqual({ index: 2, generation: 0 });
    expect(index.locate(everything, '006').index).toBe(6);
    expect(index.locate(failed, '007').index).toBeNull();
    expect(index.locate(failed, 'gone').index).toBeNull();
  });

  test('loads a block once, and goes on from there as more come', () => {
    take(block(1, rows(0, 4)));
    index.extent(failed);
    take(block(1, rows(0, 4)), block(2, rows(4, 10)));
    expect(loaded).toEqual([1, 2]);
    expect(index.extent(failed)).toEqual({ total: 10, matching: 4, generation: 0 });
  });

  test('a last block that grew extends it', () => {
    take(block(1, rows(0, 4)));
    index.extent(failed);
    take(block(1, rows(0, 7), 2));
    expect(index.extent(failed)).toEqual({ total: 7, matching: 3, generation: 0 });
    expectAsAnew(block(1, rows(0, 7), 2));
  });

  test('blocks that were joined shift nothing', () => {
    take(block(1, rows(0, 2)), block(2, rows(2, 4)), block(3, rows(4, 9)));
    index.extent(failed);
    const joined = [block(2, rows(0, 4), 2), block(3, rows(4, 9)), block(4, rows(9, 12))];
    take(...joined);
    expect(index.extent(failed)).toEqual({ total: 12, matching: 4, generation: 0 });
    expectAsAnew(...joined);
  });

  test.each([
    ['the oldest went', [block(2, rows(4, 8)), block(3, rows(8, 12))]],
    [
      'the oldest went from their block',
      [block(1, rows(2, 4), 2), block(2, rows(4, 8)), block(3, rows(8, 12))],
    ],
    ['one stayed of a block that went', [block(1, rows(3, 4), 2), block(3, rows(8, 12))]],
    ['some went as others came', [block(3, rows(8, 12)), block(4, rows(12, 20))]],
    ['all went', []],
    ['all went, and others came', [block(9, rows(30, 34))]],
    ['the newest went', [block(1, rows(0, 4)), block(2, rows(4, 7), 2)]],
  ])('positions are of another generation when %s', (_, next) => {
    take(block(1, rows(0, 4)), block(2, rows(4, 8)), block(3, rows(8, 12)));
    index.extent(failed);
    index.extent(filter('-status:400'));
    take(...next);
    expect(index.extent(everything).generation).toBe(1);
    expectAsAnew(...next);
  });

  test('a filter that was not asked for since more came is right all the same', () => {
    take(block(1, rows(0, 6)));
    index.extent(failed);
    take(block(1, rows(0, 6)), block(2, rows(6, 12)));
    take(block(2, rows(6, 12)), block(3, rows(12, 15)));
    expectAsAnew(block(2, rows(6, 12)), block(3, rows(12, 15)));
  });

  test('a block that does not open is left out, and looked at again under another key', () => {
    take(block(1, null), block(2, rows(4, 6)));
    expect(idsOf('')).toEqual(['004', '005']);
    take(block(1, rows(0, 4)), block(2, rows(4, 6)), block(3, rows(6, 7)));
    expect(idsOf('')).toEqual(['004', '005', '006']);
    index.forgetUnopened();
    take(block(1, rows(0, 4)), block(2, rows(4, 6)), block(3, rows(6, 7)));
    expect(idsOf('')).toEqual(['000', '001', '002', '003', '004', '005', '006']);
    expect(loaded).toEqual([1, 2, 3, 1]);
  });

  test('a time of day is that of the zone that was asked for', () => {
    const noon = Date.UTC(2026, 2, 1, 12);
    take(block(1, [row('a', { startedAtMillis: noon }), row('b', { startedAtMillis: noon + 3_600_000 })]));
    const after = (zoneOffsetMinutes: number) => index.ids({ text: 'after:13:00', zoneOffsetMinutes }, 9);
    expect(after(0)).toEqual(['b']);
    expect(after(60)).toEqual(['a', 'b']);
  });
});

describe('notes', () => {
  beforeEach(() => {
    take(block(1, rows(0, 6)));
  });

  test('stand on their rows, and only filters that look at them are of another generation', () => {
    expect(index.extent(pinned)).toMatchObject({ matching: 0, generation: 0 });
    index.note([
      { id: '002', isPinned: true, finding: null, contract: [] },
      { id: '004', isPinned: true, finding: 'Accepts any redirect.', contract: [] },
    ]);
    expect(index.window(pinned, 0, 9)).toMatchObject({ matching: 2, generation: 1 });
    expect(idsOf('is:finding')).toEqual(['004']);
    expect(index.window(everything, 4, 1)).toMatchObject({
      generation: 0,
      items: [{ id: '004', isPinned: true, finding: 'Accepts any redirect.' }],
    });
    index.note([{ id: '002', isPinned: false, finding: null, contract: [] }]);
    expect(index.ids(pinned, 9)).toEqual(['004']);
    expect(index.extent(pinned).generation).toBe(2);
  });

  test('may come before their rows', () => {
    index.note([{ id: '007', isPinned: true, finding: null, contract: ['CC-001'] }]);
    take(block(1, rows(0, 6)), block(2, rows(6, 9)));
    expect(index.ids(pinned, 9)).toEqual(['007']);
    expect(idsOf('is:contract')).toEqual(['007']);
  });
});

describe('related rows', () => {
  const ends = { clientPort: 51_000, target: '/as/token.oauth2' };
  const related = (id: string) => index.related(id).map((other) => other.id);

  test('are those of the run, and the record of the other end', () => {
    take(
      block(1, [
        row('1', { tags: ['run:a'], clientPort: 1 }),
        row('2', { ...ends, side: 'client', service: 'flowDebugger', tags: ['run:a'] }),
        row('3', { ...ends }),
        row('4', { ...ends, startedAtMillis: 1_800_000_000_000 + 61_000 }),
        row('5', { tags: ['run:b'], clientPort: 2 }),
      ]),
    );
    expect(related('2')).toEqual(['1', '3']);
    expect(related('3')).toEqual(['2']);
    expect(related('5')).toEqual([]);
    expect(related('gone')).toEqual([]);
  });

  test('a record without a port of its client has no other end', () => {
    take(block(1, [row('1', { clientPort: 0 }), row('2', { clientPort: 0, side: 'client' })]));
    expect(related('1')).toEqual([]);
  });
});

test('more filters than are kept are still answered', () => {
  take(block(1, rows(0, 30)));
  for (let round = 0; round < 2; round += 1)
    for (let number = 0; number < 20; number += 1)
      expect(index.extent(filter(`ms:>=${number / 10}`)).matching).toBe(number <= 10 ? 30 : 0);
});

describe('two records of one exchange', () => {
  const at = 1_800_000_000_000;
  const sent = (id: string, changes: Partial<StoredSummary> = {}) =>
    row(id, { side: 'client', service: 'flowDebugger', durationMicros: 9_000, tags: ['run:1'], ...changes });
  const answered = (id: string, changes: Partial<StoredSummary> = {}) =>
    row(id, { startedAtMillis: at + 2, tags: ['client:portal-web'], ...changes });

  test('are one row, which counts once and is found by what either says', () => {
    take(
      block(1, [
        answered('001', { status: 400, rule: 'code_verifier matches the challenge' }),
        sent('002', { status: 400 }),
      ]),
    );
    expect(index.extent(everything)).toMatchObject({ total: 1, matching: 1 });
    expect(index.window(everything, 0, 5).items).toMatchObject([
      {
        id: '001',
        side: 'server',
        source: 'flows',
        rule: 'code_verifier matches the challenge',
        tags: ['client:portal-web', 'run:1'],
        peer: { id: '002', side: 'client', service: 'flowDebugger', durationMicros: 9_000 },
      },
    ]);
    for (const text of ['svc:as', 'svc:flow', 'client:portal-web run:1', 'source:flows'])
      expect(idsOf(text)).toEqual(['001']);
    for (const text of ['-svc:flow', '-client:portal-web', 'source:live']) expect(idsOf(text)).toEqual([]);
    expect(index.locate(everything, '002').index).toBe(0);
    expect(index.rows(['002'])).toMatchObject([{ id: '001' }]);
    index.note([{ id: '002', isPinned: true, finding: 'odd', contract: [] }]);
    expect(index.window(pinned, 0, 5).items).toMatchObject([{ id: '001', isPinned: true, finding: 'odd' }]);
  });

  test.each<readonly [string, Partial<StoredSummary>]>([
    ['another port of the client', { clientPort: 40_001 }],
    ['another port of the server', { origin: 'http://127.0.0.1:9034' }],
    ['another path', { target: '/as/introspect.oauth2' }],
    ['another status', { status: 401 }],
    ['the same side', { side: 'client' }],
    ['a time before it was sent', { startedAtMillis: at - 500 }],
    ['a time after it was answered', { startedAtMillis: at + 500 }],
  ])('stay two with %s', (_what, changes) => {
    take(block(1, [sent('001'), answered('002', changes)]));
    expect(index.extent(everything)).toMatchObject({ total: 2, matching: 2 });
  });

  test('are told apart from the next ones of the same connection, one of which was not recorded', () => {
    const later = { startedAtMillis: at + 1_000 };
    take(
      block(1, [sent('001'), answered('002', { startedAtMillis: at + 1_002 }), sent('003', later)]),
      block(2, [answered('004', { clientPort: 0 }), sent('005', { clientPort: 0 })]),
    );
    expect(idsOf('')).toEqual(['001', '002', '004', '005']);
    expect(index.window(everything, 1, 1).items).toMatchObject([{ id: '002', peer: { id: '003' } }]);
  });

  test('that come one after the other: the row stays where it is, and lists are told where that changes them', () => {
    take(block(1, [sent('001'), row('002', { clientPort: 40_009 })]));
    expect(idsOf('client:portal-web')).toEqual([]);
    const before = index.extent(everything);
    take(block(1, [sent('001'), row('002', { clientPort: 40_009 })]), block(2, [answered('003')]));
    expect(idsOf('')).toEqual(['001', '002']);
    expect(idsOf('client:portal-web')).toEqual(['001']);
    expect(index.extent(filter('client:portal-web')).generation).toBeGreaterThan(before.generation);
  });

  test('one of which is gone: the other one takes its place', () => {
    const rest = [answered('002'), row('003', { clientPort: 40_009 })];
    take(block(1, [sent('001')]), block(2, rest));
    expect(idsOf('')).toEqual(['001', '003']);
    expect(idsOf('status:200')).toEqual(['001', '003']);
    take(block(2, rest));
    expect(idsOf('')).toEqual(['002', '003']);
    expect(idsOf('status:200')).toEqual(['002', '003']);
    expect(index.extent(everything)).toMatchObject({ total: 2, matching: 2 });
    expectAsAnew(block(2, rest));
  });

  test('count once among sources and results, as rows come and leave', () => {
    const attack = { tags: ['attack:RU-21'], clientPort: 41_000, status: 400 };
    const first = block(1, [
      sent('001', { status: 302, remark: 'access_denied' }),
      answered('002', { status: 302, remark: 'access_denied', tags: ['edited'] }),
      sent('003', attack),
    ]);
    take(first);
    const facets = () => index.facets(everything, filter('-source:attacks'), filter('source:attacks'));
    const none = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, refused: 0, held: 0, edited: 0 };
    expect(facets().sources).toMatchObject({ flows: 1, attacks: 1, live: 0 });
    expect(facets().results).toEqual({ ...none, '3xx': 1, refused: 1, edited: 1 });
    expect(facets().timeline?.refused).toEqual([1]);
    const second = block(2, [
      row('004', { status: 500, clientPort: 0 }),
      row('005', { status: 404, clientPort: 0, tags: ['held'] }),
    ]);
    take(first, second);
    expect(facets().sources).toMatchObject({ flows: 1, attacks: 1, live: 2 });
    expect(facets().results).toEqual({
      ...none,
      '3xx': 1,
      '4xx': 1,
      '5xx': 1,
      refused: 2,
      held: 1,
      edited: 1,
    });
    take(second);
    expect(facets().sources).toMatchObject({ flows: 0, attacks: 0, live: 2 });
    expect(facets().results).toEqual({ ...none, '4xx': 1, '5xx': 1, refused: 1, held: 1 });
    expect(facets().timeline).toBeNull();
  });
});
