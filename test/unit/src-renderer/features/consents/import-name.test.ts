import { expect, test } from 'vitest';
import { importName } from '#renderer/features/consents/file/use-upload.ts';

test('gives its name to the import, without the ending', () => {
  expect(importName('consents.2026.csv')).toBe('consents.2026');
  expect(importName('.csv')).toBe('.csv');
  expect(importName(`${'x'.repeat(250)}.csv`)).toHaveLength(200);
});
