import { describe, expect, test } from 'vitest';
import { entryStart, previewFix } from '#renderer/features/contract/fix-preview.ts';

const har = `{"log": {"creator": {"name": "the \\"entries\\": [ of it"}, "entries": [
  {"request": {"url": "/a]}{"}},
  {"request": {"url": "/deviceAuthenticationPolicy"}}
]}}`;

describe('the preview of a quick fix', () => {
  test('shows what is taken out and put in, with its line', () => {
    const text = 'first line\n  curl "$BASE/deviceAuthenticationPolicy"\n';
    const at = text.indexOf('deviceAuthenticationPolicy');
    expect(previewFix(text, [{ at, length: 26, text: 'deviceAuthenticationPolicies' }])).toEqual([
      {
        line: 2,
        lead: 'curl "$BASE/',
        removed: 'deviceAuthenticationPolicy',
        added: 'deviceAuthenticationPolicies',
        tail: '"',
      },
    ]);
  });

  test('leaves out what an edit keeps, in whole words', () => {
    const text = '"url": "https://host/deviceAuthenticationPolicy?limit=5",';
    const removed = '"https://host/deviceAuthenticationPolicy?limit=5"';
    const [shown] = previewFix(text, [
      {
        at: text.indexOf(removed),
        length: removed.length,
        text: '"https://host/deviceAuthenticationPolicies?limit=5"',
      },
    ]);
    expect(shown).toMatchObject({
      lead: '"url": "https://host/',
      removed: 'deviceAuthenticationPolicy',
      added: 'deviceAuthenticationPolicies',
      tail: '?limit=5",',
    });
  });

  test('cuts long lines on both sides', () => {
    const text = `${'a'.repeat(200)}X${'b'.repeat(200)}`;
    const [shown] = previewFix(text, [{ at: 200, length: 1, text: 'Y' }]);
    expect(shown?.lead).toBe(`…${'a'.repeat(60)}`);
    expect(shown?.tail).toBe(`${'b'.repeat(60)}…`);
  });

  test('counts from the entry of a HAR document where the edit does', () => {
    const start = entryStart(har, 1);
    expect(har.slice(start ?? 0)).toMatch(/^\{"request": \{"url": "\/deviceAuthenticationPolicy"/);
    const at = '{"request": {"url": "/'.length;
    const [shown] = previewFix(har, [{ entry: 1, at, length: 26, text: 'x' }]);
    expect(shown).toMatchObject({ line: 3, removed: 'deviceAuthenticationPolicy' });
  });

  test('shows nothing of a place that the text does not have', () => {
    expect(entryStart(har, 2)).toBeNull();
    expect(entryStart('{"log": {}}', 0)).toBeNull();
    expect(entryStart('{"entries": [{"a": "', 1)).toBeNull();
    expect(previewFix('short', [{ at: 3, length: 9, text: '' }])).toEqual([]);
    expect(previewFix(har, [{ entry: 7, at: 0, length: 1, text: '' }])).toEqual([]);
  });
});
