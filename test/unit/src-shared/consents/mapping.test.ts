import { describe, expect, test } from 'vitest';
import { suggestMapping } from '#shared/consents/index.ts';

const uuid = '9d4e0b5a-1111-4222-8333-444455556666';

describe('which column says what', () => {
  test('columns with the names of the targets are taken at once', () => {
    const { mapping, reasons } = suggestMapping(
      ['note', 'user', 'agreement', 'language', 'consentedAt'],
      [['x', 'anna', 'Terms', 'en', '2020-01-01']],
    );
    expect(mapping).toEqual({
      user: { column: 'user', by: 'username', through: null },
      agreement: { column: 'agreement', by: 'name' },
      language: { column: 'language', by: 'locale' },
      consentedAt: { column: 'consentedAt' },
    });
    expect(reasons.every(({ confidence }) => confidence === 1)).toBe(true);
  });

  test.each([
    [['E-Mail Address'], ['a@example.com'], { column: 'E-Mail Address', by: 'email' }],
    [['external_id'], ['EXT-1'], { column: 'external_id', by: 'externalId' }],
    [['UserID'], [uuid], { column: 'UserID', by: 'id' }],
    [['usrename'], ['anna'], { column: 'usrename', by: 'username' }],
    [['kontakt'], ['a@example.com'], { column: 'kontakt', by: 'email' }],
  ])('users: %j with %j', (columns, row, user) => {
    expect(suggestMapping(columns, [row]).mapping.user).toEqual({ ...user, through: null });
  });

  test('ids map agreements and languages by their ids', () => {
    const { mapping } = suggestMapping(['agreement_id', 'language_id'], [[uuid, uuid]]);
    expect(mapping.agreement).toEqual({ column: 'agreement_id', by: 'id' });
    expect(mapping.language).toEqual({ column: 'language_id', by: 'id' });
  });

  test('of two columns of dates the better name wins, and values without dates speak against one', () => {
    const { mapping } = suggestMapping(
      ['created at', 'accepted at'],
      [
        ['n/a', '31/12/2020'],
        ['n/a', '30/12/2020'],
      ],
    );
    expect(mapping.consentedAt).toEqual({ column: 'accepted at' });
  });

  test('no column is taken for two things, and none at random', () => {
    const { mapping } = suggestMapping(['colour', 'weight'], [['red', '12']]);
    expect(mapping).toEqual({});
  });
});
