import { describe, expect, test } from 'vitest';
import { type Found, resolveFindings } from '#main/services/contract/pure/index.ts';
import { factRule, lintFindingSchema, type RuleFinding } from '#shared/contract/index.ts';
import { artefactFacts } from '#test/support/contract.ts';

const rule = factRule({
  id: 'CC-022',
  title: 'Former path',
  date: '2021-12-16',
  entries: ['2021-12-16-device-authentication-policies'],
  severity: 'warning',
  source: 'spec',
  detection: 'Looks for the path.',
  replacement: 'Use the plural.',
  kinds: ['request'],
  applies: () => true,
  check: () => [],
});

function foundAt(at: number, more: Partial<RuleFinding> = {}, edits: Found['edits'] = null): Found {
  return {
    rule,
    finding: { part: { part: 'path' }, message: 'It is deprecated.', subject: 's', ...more },
    location: { at },
    edits,
  };
}

const factsOf = (found: readonly Found[]) => artefactFacts({ found });

function resolve(
  found: readonly Found[],
  suppressions: Parameters<typeof resolveFindings>[0]['suppressions'] = [],
) {
  return resolveFindings({
    file: 'a.sh',
    kind: 'script',
    facts: factsOf(found),
    // Ten characters a line.
    locate: ({ at = 0, pointer }) => ({
      file: 'a.sh',
      line: Math.floor(at / 10) + 1,
      column: (at % 10) + 1,
      ...(pointer === undefined ? {} : { pointer }),
    }),
    suppressions,
  });
}

describe('what the engine found becomes findings', () => {
  test('with the place in lines, the words of the rule, and when it holds', () => {
    const [only] = resolve([foundAt(23)]);
    expect(lintFindingSchema.parse(only)).toEqual({
      id: 'CC-022',
      severity: 'warning',
      title: 'Former path',
      message: 'It is deprecated.',
      replacement: 'Use the plural.',
      subject: 's',
      location: { file: 'a.sh', line: 3, column: 4 },
      artefact: 'script',
      date: '2021-12-16',
      entries: ['2021-12-16-device-authentication-policies'],
      source: 'spec',
      holds: { from: '2021-12-16', until: null },
      key: 'CC-022 a.sh  3:4 s',
      fix: null,
      ignored: null,
    });
  });

  test('a finding may say otherwise than its rule', () => {
    const holds = { from: null, until: '2021-08-31' };
    const [only] = resolve([foundAt(0, { severity: 'error', replacement: 'r', source: 'public', holds })]);
    expect(only).toMatchObject({ severity: 'error', replacement: 'r', source: 'public', holds });
  });

  test('a fix is there only where its edits can be made', () => {
    const fix = { title: 'Use the plural', changes: [] };
    const edits = [{ at: 1, length: 2, text: 'x' }];
    const [made, notMade] = resolve([foundAt(0, { fix }, edits), foundAt(1, { fix })]);
    expect(made?.fix).toEqual({ title: 'Use the plural', edits });
    expect(notMade?.fix).toBeNull();
  });

  test('keys differ where all else is equal, and are the same in the next run', () => {
    const all = [foundAt(5), foundAt(5), foundAt(6), foundAt(5)];
    const keys = resolve(all).map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
    expect(keys[3]).toBe(`${keys[0]} #3`);
    expect(resolve(all).map(({ key }) => key)).toEqual(keys);
  });

  test('where a member is named, lines before it may come and go', () => {
    const keyAt = (at: number) => resolve([{ ...foundAt(at), location: { at, pointer: '/a/0' } }])[0]?.key;
    expect(keyAt(5)).toBe(keyAt(55));
  });

  test('keys and subjects are bounded, whatever an artefact is called', () => {
    const [only] = resolve([foundAt(0, { subject: 'x'.repeat(100_000) })]);
    expect(only?.subject).toHaveLength(500);
    expect(only?.key.length).toBeLessThan(1_600);
  });

  test('a comment silences its rule on its line, and no other rule or line', () => {
    const suppression = { line: 3, reason: 'known', until: '2027-01-01' };
    const here = resolve([foundAt(23), foundAt(33)], [{ ...suppression, rule: 'CC-022' }]);
    expect(here.map(({ ignored }) => ignored)).toEqual([
      { reason: 'known', until: '2027-01-01', by: 'comment' },
      null,
    ]);
    expect(resolve([foundAt(23)], [{ ...suppression, rule: 'CC-001' }])[0]?.ignored).toBeNull();
  });
});
