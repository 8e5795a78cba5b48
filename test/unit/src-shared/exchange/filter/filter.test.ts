import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compileFilter,
  completeFilter,
  type FilterContext,
  type FilterNode,
  type FilterRow,
  filterFields,
  matchFilter,
  parseFilter,
  printFilter,
} from '#shared/exchange/filter/index.ts';
import { property } from '#test/support/property.ts';

const row: FilterRow = {
  id: '1',
  side: 'server',
  service: 'authorizationServer',
  startedAtMillis: Date.UTC(2026, 2, 1, 14, 5, 30),
  durationMicros: 12_400,
  method: 'POST',
  target: '/as/token.oauth2?client=portal',
  status: 400,
  remark: 'invalid_grant',
  rule: 'code_verifier matches the challenge',
  tags: ['client:portal-web', 'user:ann', 'run:r-7', 'event:token.refused'],
  origin: 'http://127.0.0.1:9031',
};
const context: FilterContext = {
  isPinned: (id) => id === '1',
  isFinding: () => false,
  contractOf: (id) => (id === '1' ? ['CC-001'] : []),
  zoneOffsetMinutes: 60,
};

function isMatch(text: string, changes: Partial<FilterRow> = {}): boolean {
  const parsed = parseFilter(text);
  if ('error' in parsed) throw new Error(parsed.error.message);
  return matchFilter(compileFilter(parsed.filter), { ...row, ...changes }, context);
}

describe('a filter matches', () => {
  test.each([
    ['', true],
    ['svc:as', true],
    ['svc:AS', true],
    ['svc:authorization', true],
    ['svc:gw', false],
    ['method:post', true],
    ['method:pos', false],
    ['path:/token', true],
    ['path:client', false],
    ['status:400', true],
    ['status:>=400', true],
    ['status:>400', false],
    ['status:4xx', true],
    ['status:5xx', false],
    ['ms:12', true],
    ['ms:>12', true],
    ['ms:>12.4', false],
    ['ms:<=12.4', true],
    ['client:portal', true],
    ['client:ann', false],
    ['user:ann', true],
    ['run:r-7', true],
    ['error:grant', true],
    ['error:scope', false],
    ['side:server', true],
    ['side:client', false],
    ['is:pinned', true],
    ['is:finding', false],
    ['is:failed', true],
    ['is:refused', true],
    ['source:live', true],
    ['-source:attacks', true],
    ['source:flows', false],
    ['rule:verifier', true],
    ['rule:scope', false],
    ['tag:user:ann', true],
    ['event:token', true],
    ['event:code', false],
    ['host:9031', true],
    ['host:http', false],
    ['after:15:05', true],
    ['after:15:06', false],
    ['before:15:05:31', true],
    ['after:2026-03-01T15:05:30', true],
    ['after:2026-03-01T14:05:31Z', false],
    ['before:2026-03-02', true],
    ['token', true],
    ['PORTAL', true],
    ['nothing', false],
    ['"invalid_grant"', true],
    ['svc:as status:200', false],
    ['status:200 or status:400', true],
    ['status:200 | status:201', false],
    ['-status:200', true],
    ['-(status:400 user:ann)', false],
    ['(status:200 or user:ann) -path:/health', true],
  ])('%s → %s', (text, matches) => {
    expect(isMatch(text)).toBe(matches);
  });

  test('what has no answer: it failed, and has no status', () => {
    expect(isMatch('is:failed', { status: null })).toBe(true);
    expect(isMatch('status:<500', { status: null })).toBe(false);
  });

  test.each([
    [303, 'access_denied', true],
    [302, '', false],
    [404, '', true],
    [200, '', false],
    [503, 'unavailable', false],
    [null, 'connection refused', false],
  ])('a status of %s with “%s” is a refusal: %s', (status, remark, isRefused) => {
    expect(isMatch('is:refused', { status, remark, rule: '' })).toBe(isRefused);
  });

  test('either record of an exchange, where both are one row', () => {
    const peer = { id: '1', side: 'client', service: 'flowDebugger' } as const;
    const folded = { id: '9', peer, source: 'flows' } as const;
    for (const text of ['svc:as', 'svc:flow', 'side:server', 'side:client', 'is:pinned', 'source:flows'])
      expect(isMatch(text, folded)).toBe(true);
    for (const text of ['-svc:flow', '-side:client', 'source:live', '-is:contract'])
      expect(isMatch(text, folded)).toBe(false);
  });

  test('every field of the language has an example above', () => {
    expect([...filterFields.keys()].toSorted()).toEqual(
      ['svc', 'method', 'path', 'status', 'ms', 'client', 'user', 'run', 'error', 'side', 'is', 'tag', 'host']
        .concat(['after', 'before', 'event', 'rule', 'source'])
        .toSorted(),
    );
  });

  test('only what looks at notes says so: those matches change when a note does', () => {
    const usesNotes = (text: string) => {
      const parsed = parseFilter(text);
      return 'filter' in parsed && compileFilter(parsed.filter).usesNotes;
    };
    expect(['is:pinned', '-(a or is:FINDING)', 'is:failed', 'pinned'].map(usesNotes)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a filter that cannot be read', () => {
  test.each([
    ['status:abc', 7, 3, 'a status such as 404'],
    ['svc:as colour:red', 7, 7, 'a field instead of “colour”'],
    ['(svc:as', 0, 1, 'a closing parenthesis'],
    ['svc:as)', 6, 1, 'no closing parenthesis'],
    ['a or', 4, 0, 'a field or a text'],
    ['| a', 0, 1, 'a field or a text'],
    ['-', 1, 0, 'a field or a text'],
    ['path:"/as', 0, 9, 'a closing quote'],
    ['is:open', 3, 4, 'one of pinned, finding, contract, refused, held, edited, failed'],
    ['after:25:00', 6, 5, 'a time such as 14:05'],
    ['user:>ann', 6, 3, 'without “>”'],
    ['client:', 7, 0, 'a name'],
  ])('%s says what was expected, and where', (text, at, length, sentence) => {
    const parsed = parseFilter(text);
    expect(parsed).toEqual({ error: { message: expect.stringContaining(sentence), at, length } });
  });

  const piece = fc.constantFrom(
    'svc:',
    'status:>=',
    '"',
    '\\',
    '(',
    ')',
    '-',
    '|',
    ' or ',
    ' ',
    '4xx',
    'é',
    '14:05',
  );
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece).map((pieces) => pieces.join('')),
  );

  property([typed], { numRuns: 2_000 })(
    'nothing that is typed makes it throw; an error lies within the text',
    (text) => {
      const parsed = parseFilter(text);
      if ('filter' in parsed)
        return typeof matchFilter(compileFilter(parsed.filter), row, context) === 'boolean';
      const { at, length, message } = parsed.error;
      return message.startsWith('Expected') && at >= 0 && length >= 0 && at + length <= text.length;
    },
  );
});

const texts = fc.string({ minLength: 1, maxLength: 12 });
const terms: fc.Arbitrary<FilterNode> = fc.oneof(
  texts.map((text): FilterNode => ({ kind: 'text', text })),
  fc
    .tuple(fc.constantFrom('path', 'client', 'tag', 'error'), texts)
    .map(([field, value]): FilterNode => ({ kind: 'field', field, operator: '=', value })),
  fc
    .tuple(fc.constantFrom('=', '>', '>=', '<', '<=' as const), fc.integer({ min: 0, max: 999 }))
    .map(
      ([operator, value]): FilterNode => ({ kind: 'field', field: 'status', operator, value: String(value) }),
    ),
);
const nodes = fc.letrec<{ node: FilterNode }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    terms,
    tie('node')
      .filter(({ kind }) => kind !== 'not')
      .map((node): FilterNode => ({ kind: 'not', node })),
    ...(['and', 'or'] as const).map((kind) =>
      fc
        .array(
          tie('node').filter((node) => node.kind !== kind),
          { minLength: 2, maxLength: 3 },
        )
        .map((parts): FilterNode => ({ kind, nodes: parts })),
    ),
  ),
})).node;

property([nodes], { numRuns: 1_000 })('a filter that is printed reads as the same again', (node) => {
  expect(parseFilter(printFilter(node))).toEqual({ filter: node });
});

describe('suggestions', () => {
  const at = (text: string) => completeFilter(text, text.length, { client: ['portal-web', 'big client'] });

  test('an empty text suggests every field', () => {
    expect(at('').suggestions.map(({ text }) => text)).toEqual(
      [...filterFields.keys()].map((name) => `${name}:`),
    );
  });

  test('what is typed narrows fields, and is replaced whole', () => {
    expect(at('svc:as st')).toMatchObject({
      from: 7,
      to: 9,
      suggestions: [{ kind: 'field', text: 'status:' }],
    });
  });

  test('values that are known stand in quotes where they need them', () => {
    expect(at('client:').suggestions.map(({ text }) => text)).toEqual(['portal-web', '"big client"']);
    expect(at('client:po')).toMatchObject({ from: 7, to: 9, suggestions: [{ text: 'portal-web' }] });
    expect(at('is:').suggestions.map(({ text }) => text)).toEqual([
      'pinned',
      'finding',
      'contract',
      'refused',
      'held',
      'edited',
      'failed',
    ]);
  });

  property([fc.string(), fc.nat(40)], { numRuns: 1_000 })(
    'never fails, and replaces a range within the text',
    (text, cursor) => {
      const place = Math.min(cursor, text.length);
      const { from, to } = completeFilter(text, place, {});
      return from >= 0 && from <= place && to >= place && to <= text.length;
    },
  );
});
