import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DrawnRows } from '#renderer/ui/drawn-rows.tsx';
import { LogGrid } from '#renderer/ui/log-grid.tsx';
import { positionOf, rowIndexOf } from '#renderer/ui/row-index.ts';

const columns = [{ id: 'name', title: 'Name', cell: (row: string) => row }];

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: null });
  vi.stubGlobal('getComputedStyle', () => ({ fontSize: '13px', getPropertyValue: () => '2' }));
});
afterEach(() => vi.unstubAllGlobals());

/** Number and text of each row, in the order in which they are drawn. */
const rowsIn = (markup: string) =>
  [...markup.matchAll(/role="row" aria-rowindex="(\d+)".*?<span[^>]*>([^<]*)</g)].map(([, at, text]) => [
    Number(at),
    text,
  ]);

test('the head of a grid is its first row, and what is drawn counts on from there', () => {
  const markup = renderToStaticMarkup(
    createElement(LogGrid<string>, {
      label: 'Names',
      columns,
      template: '1fr',
      count: 1_000,
      rowAt: (index) => `name-${index}`,
      cursor: 3,
      selection: null,
      onMove: () => undefined,
      onShown: () => undefined,
      isFollowing: false,
      onFollowChange: () => undefined,
    }),
  );
  // Of all rows the few are drawn that are in view; the grid says how many there are.
  expect(markup).toContain('aria-rowcount="1001"');
  const [head, ...rows] = rowsIn(markup);
  expect(head).toEqual([1, 'Name']);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.length).toBeLessThan(100);
  expect(rows).toEqual(rows.map((_, index) => [index + 2, `name-${index}`]));
  const [, active] = /aria-activedescendant="([^"]+)"/.exec(markup) ?? [];
  expect(markup).toMatch(new RegExp(`id="${active}" role="row" aria-rowindex="5" aria-selected="true"`));
});

test('rows far below say where they stand among all, not among those that are drawn', () => {
  const rows = createElement(DrawnRows<string>, {
    base: 'r',
    columns,
    cursor: 501,
    selection: null,
    range: { from: 500, to: 502 },
    rowAt: (index) => `name-${index}`,
    rowPx: 26,
  });
  const markup = renderToStaticMarkup(rows);
  expect(rowsIn(markup)).toEqual([500, 501, 502].map((index) => [index + 2, `name-${index}`]));
  expect(markup).toMatch(/id="r-501" role="row" aria-rowindex="503" aria-selected="true"/);
  expect(markup.match(/aria-selected="true"/g)).toHaveLength(1);
});

test('a row that is clicked is found by what it says of its place', () => {
  expect([2, 502].map(positionOf)).toEqual([0, 500]);
  for (const position of [0, 1, 999]) expect(positionOf(rowIndexOf(position))).toBe(position);
});
