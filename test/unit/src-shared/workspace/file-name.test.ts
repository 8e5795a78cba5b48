import { expect, test } from 'vitest';
import { isFileName, namedFile } from '#shared/workspace/file-name.ts';

test.each([
  ['sign-in', true],
  ['_v1.2', true],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  ['', false],
  ['.hidden', false],
  ['../out', false],
  ['two words', false],
])('%j is a name of a file: %s', (name, isName) => {
  expect(isFileName(name)).toBe(isName);
  expect(namedFile.exec(`${name}.json`)?.[1]).toBe(isName ? name : undefined);
});
