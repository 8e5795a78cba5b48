import { expect, test } from 'vitest';
import { dropTargetOf } from '#renderer/workbench/dropped-file.ts';

test.each([
  ['consents.csv', 'consents'],
  ['CONSENTS.XLSX', 'consents'],
  ['a.b.tsv', 'consents'],
  ['recording.har', 'contract'],
  ['workspace.zip', 'workspace'],
  ['picture.png', null],
  ['csv', null],
  ['a.csv.exe', null],
  ['a.constructor', null],
  ['', null],
])('%s that is dropped goes to %s', (name, target) => {
  expect(dropTargetOf(name)).toBe(target);
});
