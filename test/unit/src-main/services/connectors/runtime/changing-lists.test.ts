import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asyncProperty } from '#test/support/property.ts';
import {
  ask,
  type Filter,
  listOf,
  type Name,
  pagesOf,
  type RemoteList,
  record,
  truth,
} from './remote-list.ts';

interface Change {
  readonly isInsert: boolean;
  readonly at: number;
  /** Neighbours that go or come together. */
  readonly count: number;
}

const changed = 'the data changed during the search; records may be missing or duplicated';
const change = fc.record({
  isInsert: fc.boolean(),
  at: fc.nat(1_000),
  count: fc.integer({ min: 1, max: 8 }),
});
const changes = fc.array(change, { minLength: 1, maxLength: 6 });
const removals = fc
  .array(change, { maxLength: 6 })
  .map((all) => all.map((each) => ({ ...each, isInsert: false })));
const filters = fc.constantFrom<Filter>('everybody', 'sparse', 'dense');
const lists = fc.record({ count: fc.nat(160), cap: fc.integer({ min: 1, max: 150 }) });

/** Applies one change at a time, as long as there are some. */
function changing(list: RemoteList, all: readonly Change[]) {
  const rest = [...all];
  const gone = new Set<string | null>();
  let added = 10_000;
  return {
    gone,
    between() {
      const next = rest.shift();
      if (next === undefined) return;
      const at = next.at % (list.records.length + 1);
      if (next.isInsert)
        list.records.splice(at, 0, ...Array.from({ length: next.count }, () => record((added += 1))));
      else for (const { uid } of list.records.splice(at, next.count)) gone.add(uid);
    },
  };
}

/** True if each record that is left came once. */
function isWhole(
  before: readonly (string | null)[],
  gone: ReadonlySet<string | null>,
  uids: readonly (string | null)[],
) {
  const isOnce = new Set(uids).size === uids.length;
  return isOnce && before.filter((uid) => !gone.has(uid)).every((uid) => uids.includes(uid));
}

describe('a list that is changed while it is read', () => {
  asyncProperty([lists, fc.integer({ min: 1, max: 30 }), filters, removals], { numRuns: 300 })(
    'gives by a cursor each record that is left once, matches that are neighbours too',
    async ({ count, cap }, pageSize, filter, all) => {
      const list = listOf(count, cap);
      const before = truth(list, filter);
      const { gone, between } = changing(list, all);
      const { uids, remarks } = await pagesOf('cursor', list, { pageSize, filter }, between);
      expect(isWhole(before, gone, uids)).toBe(true);
      expect(remarks).toEqual([]);
    },
  );

  asyncProperty(
    [
      fc.constantFrom<Name>('size alone', 'nothing'),
      fc.nat(160),
      fc.integer({ min: 1, max: 30 }),
      filters,
      removals,
    ],
    { numRuns: 300 },
  )(
    'and is not counted at the remote gives each record that is left once, or says that it changed',
    async (name, count, pageSize, filter, all) => {
      const list = listOf(count);
      const before = truth(list, filter);
      const { gone, between } = changing(list, all);
      const { uids, remarks } = await pagesOf(name, list, { pageSize, filter }, between);
      if (!isWhole(before, gone, uids)) expect(remarks).toContain(changed);
    },
  );

  test('loses none of its records where those before the place are gone', async () => {
    for (const name of ['cursor', 'size alone', 'nothing'] as const) {
      const list = listOf(12);
      const first = await ask(name, list, { pageSize: 2, filter: 'dense' });
      expect(first.objects.map(({ uid }) => uid)).toEqual(['0', '1']);
      list.records.splice(0, 1);
      const second = await ask(name, list, { pageSize: 2, filter: 'dense', cookie: first.cookie });
      expect(second.objects.map(({ uid }) => uid)).toEqual(['2', '3']);
      list.records.splice(0, 3);
      const third = await ask(name, list, { pageSize: 2, filter: 'dense', cookie: second.cookie });
      expect(third.objects.map(({ uid }) => uid)).toEqual(['4', '5']);
    }
  });

  asyncProperty(
    [
      fc.constantFrom<Name>('offset', 'page number', 'fixed pages'),
      lists,
      fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
      filters,
      changes,
    ],
    { numRuns: 600 },
  )(
    'says by counted pages that it changed, whenever a record was lost or came twice',
    async (name, { count, cap }, pageSize, filter, all) => {
      // Where the remote gives more at once than it is asked for, one changed page can look like another.
      fc.pre(name !== 'fixed pages' || pageSize === null || pageSize >= cap);
      const list = listOf(count, cap);
      const before = truth(list, filter);
      const { gone, between } = changing(list, all);
      const { uids, remarks } = await pagesOf(name, list, { pageSize, filter }, between);
      if (!isWhole(before, gone, uids)) expect(remarks).toContain(changed);
    },
  );

  test.each([
    ['offset', 5],
    ['offset', 1],
    ['page number', 5],
    ['page number', 1],
    ['fixed pages', 5],
  ] as const)(
    'says so whenever the border moved, paged or not: %s, at most %i at once',
    async (name, cap) => {
      for (const pageSize of [null, 5, 1]) {
        const list = listOf(20, cap);
        let isDone = false;
        const between = () => {
          if (!isDone && list.asked >= 2) list.records.shift();
          isDone ||= list.asked >= 2;
        };
        const { remarks } = await pagesOf(name, list, { pageSize }, between);
        expect(remarks).toContain(changed);
      }
    },
  );
});
