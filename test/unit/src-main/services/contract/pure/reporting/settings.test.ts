import { describe, expect, test } from 'vitest';
import { applySettings } from '#main/services/contract/pure/index.ts';
import { type LintIgnore, lintSettingsSchema } from '#shared/contract/index.ts';
import { finding } from './findings.ts';

const today = '2026-11-22';
const byComment = { reason: 'said in place', until: null, by: 'comment' } as const;

function ignoredBy(ignore: LintIgnore, more = {}) {
  const [only] = applySettings([finding(more)], lintSettingsSchema.parse({ ignore: [ignore] }), today);
  return only;
}

describe('the settings of a workspace', () => {
  test('give a rule another severity, or turn it off', () => {
    const all = [finding(), finding({ id: 'CC-001' }), finding({ id: 'CC-013' })];
    const settings = lintSettingsSchema.parse({ severity: { 'CC-022': 'info', 'CC-013': 'off' } });
    expect(applySettings(all, settings, today).map(({ id, severity }) => [id, severity])).toEqual([
      ['CC-022', 'info'],
      ['CC-001', 'warning'],
    ]);
  });

  test.each<[string, Partial<LintIgnore>, boolean]>([
    ['its rule', {}, true],
    ['its file', { file: 'a.json' }, true],
    ['its subject', { subject: '/environments/{}/deviceAuthenticationPolicy' }, true],
    ['another rule', { id: 'CC-001' }, false],
    ['another file', { file: 'b.json' }, false],
    ['a part of the name of its file', { file: 'a' }, false],
    ['another subject', { file: 'a.json', subject: '/environments/{}' }, false],
  ])('an ignore by %s', (_what, more, isIgnored) => {
    const reason = 'goes next month';
    expect(ignoredBy({ id: 'CC-022', reason, ...more })?.ignored).toEqual(
      isIgnored ? { reason, until: null, by: 'file' } : null,
    );
  });

  test('an ignore holds up to its last day; then the finding is back and says so', () => {
    const ignore = { id: 'CC-022', reason: 'r' };
    expect(ignoredBy({ ...ignore, until: today })?.ignored).toEqual({
      reason: 'r',
      until: today,
      by: 'file',
    });
    const back = ignoredBy({ ...ignore, until: '2026-11-21' });
    expect(back?.ignored).toBeNull();
    expect(back?.message).toBe('The path is deprecated. The finding was ignored until 2026-11-21.');
  });

  test('what a comment says wins; one that has ended leaves it to the file', () => {
    const ignore = { id: 'CC-022', reason: 'r' };
    expect(ignoredBy(ignore, { ignored: byComment })?.ignored).toEqual(byComment);
    const ended = { ...byComment, until: '2026-01-01' };
    expect(ignoredBy(ignore, { ignored: ended })?.ignored).toEqual({ reason: 'r', until: null, by: 'file' });
    const back = ignoredBy({ ...ignore, id: 'CC-001' }, { ignored: ended });
    expect(back?.ignored).toBeNull();
    expect(back?.message).toContain('The finding was ignored until 2026-01-01.');
  });

  test('of several ignores the first that still holds gives the reason', () => {
    const ignore = [
      { id: 'CC-022', reason: 'old', until: '2020-01-01' },
      { id: 'CC-022', reason: 'new' },
    ];
    const [only] = applySettings([finding()], lintSettingsSchema.parse({ ignore }), today);
    expect(only?.ignored?.reason).toBe('new');
    expect(only?.message).toBe('The path is deprecated.');
  });

  test('a rule may have the name of something that objects have anyway', () => {
    const [only] = applySettings([finding({ id: 'constructor' })], lintSettingsSchema.parse({}), today);
    expect(only?.severity).toBe('warning');
  });
});
