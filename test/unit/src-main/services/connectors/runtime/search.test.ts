import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asyncProperty } from '#test/support/property.ts';
import { ask, type Filter, listOf, type Name, pagesOf, truth } from './remote-list.ts';

const names = fc.constantFrom<Name>('cursor', 'offset', 'page number', 'fixed pages');
const filters = fc.constantFrom<Filter>('everybody', 'sparse', 'dense');
const lists = fc.record({
  count: fc.nat(160),
  cap: fc.integer({ min: 1, max: 150 }),
  wraps: fc.boolean(),
});

describe('a list that does not change', () => {
  asyncProperty([names, lists, fc.integer({ min: 1, max: 60 }), filters], { numRuns: 400 })(
    'gives each record once, in pages of any size, with any filter, at remotes that cap their pages',
    async (name, { count, cap, wraps }, pageSize, filter) => {
      const list = listOf(count, cap, wraps);
      const { uids, sizes, remarks } = await pagesOf(name, list, { pageSize, filter });
      expect(uids).toEqual(truth(list, filter));
      expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(pageSize);
      expect(remarks).toEqual([]);
    },
  );

  asyncProperty([names, lists, filters], { numRuns: 200 })(
    'gives each record once without a page size',
    async (name, { count, cap, wraps }, filter) => {
      const list = listOf(count, cap, wraps);
      const page = await ask(name, list, { filter });
      expect(page.objects.map(({ uid }) => uid)).toEqual(truth(list, filter));
      expect(page.cookie).toBeNull();
      expect(page.remarks).toEqual([]);
    },
  );

  const ofCounting = fc.constantFrom<Name>('offset', 'page number', 'fixed pages');

  asyncProperty([ofCounting, lists, fc.nat(80), fc.integer({ min: 1, max: 40 }), filters], { numRuns: 400 })(
    'an offset counts matches, whatever the remote counts, and however large its pages are',
    async (name, { count, cap, wraps }, offset, pageSize, filter) => {
      const list = listOf(count, cap, wraps);
      const page = await ask(name, list, { offset, pageSize, filter });
      expect(page.objects.map(({ uid }) => uid)).toEqual(
        truth(list, filter).slice(offset, offset + pageSize),
      );
    },
  );

  test('is read once, and cut here, where the remote pages in no way', async () => {
    const list = listOf(25);
    const { uids, remarks } = await pagesOf('nothing', list, { pageSize: 4, filter: 'sparse' });
    expect(uids).toEqual(truth(list, 'sparse'));
    expect(remarks).toEqual([]);
  });
});

describe('a remote that can be told how many records to give, and not where to begin', () => {
  const counts = fc.nat(450);
  const sizes = fc.option(fc.integer({ min: 1, max: 60 }), { nil: null });

  asyncProperty([counts, sizes, filters], { numRuns: 100 })(
    'is asked for more and more of them, so that each comes once, in pages of any size',
    async (count, pageSize, filter) => {
      const list = listOf(count);
      const { uids } = await pagesOf('size alone', list, { pageSize, filter });
      expect(uids).toEqual(truth(list, filter));
    },
  );

  test('may have more than it gives, which is said, unless it counts them', async () => {
    const capped = listOf(59, 20);
    const page = await ask('size alone', capped, {});
    expect(page.objects).toHaveLength(20);
    expect(page.remarks).toEqual(['only the first 20 records can be requested; there may be more']);
    const { uids, remarks } = await pagesOf('size alone', listOf(59, 20), { pageSize: 7 });
    expect(uids).toHaveLength(20);
    expect(remarks).toHaveLength(1);
    const counting = await ask('size alone', listOf(59, 20, false, true), {});
    expect(counting.remarks).toEqual(['the remote system reports 59 records, but returned 20']);
    expect((await ask('size alone', listOf(59, 100, false, true), {})).remarks).toEqual([]);
  });

  test('is asked for no more than a list may have', async () => {
    const page = await ask('size alone', listOf(450), { filter: 'sparse', maximum: 300 });
    expect(page.objects).toHaveLength(101);
    expect(page.remarks).toEqual(['stopped after 301 records of the remote system']);
  });
});

describe('the length of a list', () => {
  test.each(['cursor', 'offset', 'page number', 'size alone'] as const)(
    'is cut beyond what it may have, and not at that: %s',
    async (name) => {
      const whole = await ask(name, listOf(30, 10, false, true), { maximum: 30 });
      const isGiven = name !== 'size alone';
      if (isGiven) expect(whole).toMatchObject({ isCut: false, remarks: [] });
      if (isGiven) expect(whole.objects).toHaveLength(30);
      const cut = await ask(name, listOf(31), { maximum: 30 });
      expect(cut.objects).toHaveLength(30);
      expect(cut).toMatchObject({
        isCut: true,
        remarks: ['truncated after 30 records; use _pageSize to read the rest'],
      });
    },
  );

  test('that the remote counts is more than it gave', async () => {
    const list = { ...listOf(12, 10, false, true) };
    list.records = list.records.slice(0, 12);
    const page = await ask('nothing', list, {});
    expect(page.remarks).toEqual([]);
    const hiding = await ask('size alone', listOf(12, 5, false, true), { filter: 'dense' });
    expect(hiding.remarks).toEqual(['the remote system reports 12 records, but returned 5']);
  });
});

describe('a cookie', () => {
  test('of another filter or page size, of another type, or of nobody, is refused', async () => {
    const list = listOf(50);
    const { cookie } = await ask('offset', list, { pageSize: 5 });
    const refused = { type: 'BAD_REQUEST' };
    await expect(ask('offset', list, { pageSize: 6, cookie })).rejects.toMatchObject(refused);
    await expect(ask('offset', list, { pageSize: 5, cookie, filter: 'sparse' })).rejects.toMatchObject(
      refused,
    );
    await expect(ask('offset', list, { pageSize: 5, cookie, type: '__GROUP__' })).rejects.toMatchObject(
      refused,
    );
    await expect(ask('offset', list, { pageSize: 5, cookie: 'x' })).rejects.toMatchObject(refused);
    await expect(ask('offset', list, { pageSize: 5, cookie: `${cookie}AA` })).rejects.toMatchObject(refused);
    await expect(ask('offset', list, { pageSize: 5, cookie: 'gh2.e30' })).rejects.toMatchObject(refused);
    expect((await ask('offset', list, { pageSize: 5, cookie })).objects).toHaveLength(5);
  });

  test('of the remote is passed on as it is where nothing is looked for here', async () => {
    const list = listOf(9);
    expect(await ask('cursor', list, { pageSize: 4 })).toMatchObject({ cookie: '3' });
    expect(await ask('cursor', list, { pageSize: 4, cookie: '7' })).toMatchObject({ cookie: null });
  });
});
