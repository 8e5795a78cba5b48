import { describe, expect, test } from 'vitest';
import {
  connectorFacts,
  type Found,
  harEntryFact,
  openJsonText,
  openStrictJson,
  parseJsonText,
  readRequestJson,
} from '#main/services/contract/pure/index.ts';
import { applyEdits, type ReadFact } from '#shared/contract/index.ts';
import { bareReaderContext, contractHosts, lintFacts } from '#test/support/contract.ts';

const environment = 'https://api.platform.example/v1/environments/e1';

function connector(operation: object, more: object = {}): string {
  const objectTypes = { account: { operations: { CREATE: operation } } };
  const configurationProperties = { serviceUri: environment, ...more, objectTypes };
  return JSON.stringify({ connectorRef: {}, configurationProperties }, null, 2);
}

function ofConnector(text: string, id: string): readonly Found[] {
  const json = openJsonText(text);
  const facts = connectorFacts(parseJsonText(text, 'c.json'), () => json, bareReaderContext);
  return lintFacts(facts).filter(({ rule }) => rule.id === id);
}

function ofEntry(text: string, id: string): readonly Found[] {
  const frame = {
    entry: 0,
    prefix: [],
    rangeOf: () => ({ line: 1, column: 1, endLine: 1, endColumn: 1 }),
  };
  const fact = harEntryFact(JSON.parse(text), () => text, contractHosts, frame) as ReadFact;
  return lintFacts([fact]).filter(({ rule }) => rule.id === id);
}

/** The lines that are new, and what is left to find. */
function fixed(text: string, lint: (text: string) => readonly Found[]) {
  const [first] = lint(text);
  if (first?.edits === null || first === undefined) return null;
  const after = applyEdits(text, first.edits);
  const before = text.split('\n');
  return { lines: after.split('\n').filter((line) => !before.includes(line)), left: lint(after).length };
}

describe('fixes in a connector configuration', () => {
  test('a target of the mapping is called otherwise, not the attribute', () => {
    const text = connector({
      path: '/signOnPolicies/p1/actions',
      method: 'POST',
      requestBody: { type: 'LOGIN' },
      requestMapping: { ranges: 'conditions.ip_range[0]' },
    });
    expect(fixed(text, (each) => ofConnector(each, 'CC-012'))).toEqual({
      lines: ['              "ranges": "conditions.ipRange[0]"'],
      left: 0,
    });
  });

  test('none is offered where two targets lead through the same member', () => {
    const requestMapping = { from: 'conditions.ip_range.from', to: 'conditions.ip_range.to' };
    const text = connector({ path: '/signOnPolicies/p1/actions', method: 'POST', requestMapping });
    expect(ofConnector(text, 'CC-012').map(({ edits }) => edits)).toEqual([null]);
  });

  test('the member of a fixed body is renamed where an attribute comes below it', () => {
    const text = connector({
      path: '/notificationsSettings',
      method: 'PUT',
      requestBody: { defaultLanguage: 'en', from: {} },
      requestMapping: { from: 'from.address' },
    });
    expect(fixed(text, (each) => ofConnector(each, 'CC-021'))).toEqual({ lines: [], left: 0 });
  });

  test('a query that holds “&” is one value, and stays as people write it', () => {
    const queryParams = { filter: 'name in ("a&b", "c")' };
    const text = connector({ path: '/activities', method: 'GET', queryParams });
    expect(fixed(text, (each) => ofConnector(each, 'CC-001'))).toEqual({
      lines: [String.raw`              "filter": "(name eq \"a&b\" or name eq \"c\")"`],
      left: 0,
    });
    const inPath = connector({ path: '/activities?a=%zz&filter=name in ("b", "c")', method: 'GET' });
    expect(fixed(inPath, (each) => ofConnector(each, 'CC-001'))).toEqual({
      lines: [String.raw`            "path": "/activities?a=%zz&filter=(name eq \"b\" or name eq \"c\")",`],
      left: 0,
    });
  });
});

describe('fixes in a recording', () => {
  const entry = (url: string) => JSON.stringify({ request: { method: 'GET', url, headers: [] } }, null, 1);

  test.each([
    [
      'two comparisons, of which one attribute ends as the other',
      'ba in ("x", "y") and a in ("x", "y")',
      '(ba eq "x" or ba eq "y") and (a eq "x" or a eq "y")',
    ],
    ['values with a dollar sign', `a in ("$&", "$'")`, `(a eq "$&" or a eq "$'")`],
    ['half a character', 'a in ("\ud800")', 'a eq "\ufffd"'],
    ['the same comparison twice', 'a in ("x") or a in ("x")', 'a eq "x" or a eq "x"'],
  ])('%s', (_, filter, after) => {
    const text = entry(`${environment}/activities?filter=${encodeURIComponent(filter.toWellFormed())}`);
    const [first] = ofEntry(text, 'CC-001');
    const { url } = (JSON.parse(applyEdits(text, first?.edits ?? [])) as { request: { url: string } })
      .request;
    expect(new URL(url).searchParams.get('filter')).toBe(after);
  });

  test('half a character in an address as it stands', () => {
    const text = entry(`${environment}/activities?filter=a in ("\ud800")`);
    expect(fixed(text, (each) => ofEntry(each, 'CC-001'))?.left).toBe(0);
  });

  test('a path changes, and no parameter that holds the same', () => {
    const text = entry(`${environment}/activeIdentityCounts?back=/activeIdentityCounts`);
    expect(fixed(text, (each) => ofEntry(each, 'CC-016'))).toEqual({
      lines: [`  "url": "${environment}/metrics/activeIdentityCounts?back=/activeIdentityCounts",`],
      left: 0,
    });
  });

  test('two changes of one place are none', () => {
    const text = entry(`${environment}/x?a=1`);
    const fact = harEntryFact(JSON.parse(text), () => text, contractHosts, {
      entry: 0,
      prefix: [],
      rangeOf: () => ({ line: 1, column: 1, endLine: 1, endColumn: 1 }),
    }) as ReadFact;
    const of = { part: 'query', name: 'a' } as const;
    const change = { kind: 'set', of, value: 'longer' } as const;
    expect(fact.edit([change])).toHaveLength(1);
    expect(fact.edit([change, { ...change, value: 'other' }])).toBeNull();
    expect(openStrictJson(text).isThere(['request', 'none'])).toBe(false);
  });
});

test('a collection that writes its path in pieces is fixed in both', () => {
  const url = {
    raw: '{{base}}/environments/{{env}}/activeIdentityCounts',
    host: ['{{base}}'],
    path: ['environments', '{{env}}', 'activeIdentityCounts'],
  };
  const text = JSON.stringify({
    info: { name: 'a', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ request: { method: 'GET', url } }],
  });
  const lint = (each: string) =>
    lintFacts(
      readRequestJson(parseJsonText(each, 'p.json'), each, { file: 'p.json', hosts: contractHosts }),
    ).filter(({ rule }) => rule.id === 'CC-016');
  expect(fixed(text, lint)?.left).toBe(0);
});

test('two spellings of one condition: only one of them can have the name', () => {
  const text = connector({
    path: '/signOnPolicies/p1/actions',
    method: 'POST',
    requestBody: { type: 'LOGIN', conditions: { ip_range: 1, 'ip-range': 2 } },
  });
  expect(ofConnector(text, 'CC-012').map(({ edits }) => edits === null)).toEqual([false, true]);
});
