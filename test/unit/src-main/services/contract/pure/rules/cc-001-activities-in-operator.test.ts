import { describe, expect, test } from 'vitest';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { FixtureRequest } from '#test/support/contract.ts';
import { environment, fixTitles, found, messages, parts } from './found.ts';

const reads = (filter: string, body?: JsonValue): FixtureRequest => ({
  url: `${environment}/activities?filter=${encodeURIComponent(filter)}`,
  ...(body === undefined ? {} : { body }),
});
const searches = (body: JsonValue): FixtureRequest => ({
  method: 'POST',
  url: `${environment}/activities`,
  body,
});
const comparing = (count: number) =>
  Array.from({ length: count }, (_, index) => `a${index} in ("x", "y")`).join(' and ');
const said = (attributes: string) =>
  `The filter uses the operator “in” for ${attributes}. Activities no longer support it.`;

describe('a filter that compares by “in”', () => {
  test('names five attributes, and says that there are others', () => {
    expect(messages('CC-001', [reads(comparing(5))])).toEqual([said('“a0”, “a1”, “a2”, “a3”, “a4”')]);
    expect(messages('CC-001', [reads(comparing(6))])).toEqual([said('“a0”, “a1”, “a2”, “a3”, “a4”, others')]);
  });

  test('is known of a query by the specification, and of a body by the public API', () => {
    const [query] = found('CC-001', [reads(comparing(1))]);
    expect(query?.finding.part).toEqual({ part: 'query', name: 'filter' });
    expect(query?.finding.source ?? query?.rule.source).toBe('spec');
    const [body] = found('CC-001', [searches({ filter: comparing(1) })]);
    expect(body?.finding.part).toEqual({ part: 'body', path: ['filter'] });
    expect(body?.finding.source).toBe('public');
  });

  test('is found in the query and in the body of one request', () => {
    const both = { ...searches({ filter: comparing(1) }), url: reads(comparing(2)).url };
    expect(parts('CC-001', [both])).toEqual([
      { part: 'query', name: 'filter' },
      { part: 'body', path: ['filter'] },
    ]);
  });

  test('is put right where its values are known, and only found where they are not', () => {
    expect(fixTitles('CC-001', [reads('a in ("x")')])).toEqual(['Replace “in” with “eq”']);
    expect(fixTitles('CC-001', [reads('a in ({{values}})')])).toEqual([null]);
    expect(fixTitles('CC-001', [searches({ filter: 'a in (x)' })])).toEqual([null]);
  });
});

describe('no such filter', () => {
  test('is what stands in the body of a request that reads', () => {
    expect(messages('CC-001', [reads('a eq "x"', { filter: comparing(1) })])).toEqual([]);
  });

  test.each<[JsonValue]>([
    [{ filter: [comparing(1)] }],
    [{ filter: null }],
    [{ query: comparing(1) }],
    [comparing(1)],
  ])('is %j', (body) => {
    expect(messages('CC-001', [searches(body)])).toEqual([]);
  });
});
