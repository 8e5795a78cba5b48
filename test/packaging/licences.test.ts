import { expect, test } from 'vitest';
import { isAllowedLicence } from '../../scripts/support/packaging/licences.ts';
import { thirdParties } from '../../scripts/support/packaging/notices.ts';

const parts = thirdParties();

test('everything of others that is in the build has a licence that may be passed on, with its text', () => {
  expect(parts.filter(({ license }) => !isAllowedLicence(license)).map(({ name }) => name)).toEqual([]);
  expect(parts.filter(({ texts }) => texts.join('').length < 100).map(({ name }) => name)).toEqual([]);
});

test('what is known to be in the build is found there', () => {
  const names = parts.map(({ name }) => name);
  for (const name of [
    'monaco-editor',
    'react',
    'zod',
    'jose',
    '@jitl/quickjs-singlefile-mjs-release-sync',
    'JetBrains Mono',
  ])
    expect(names).toContain(name);
  const monaco = parts.find(({ name }) => name === 'monaco-editor');
  expect(monaco?.texts.length).toBe(2);
});

test('what developers use alone is not there', () => {
  const names = parts.map(({ name }) => name);
  for (const name of ['vitest', 'electron', 'express', 'oidc-provider', 'typescript'])
    expect(names).not.toContain(name);
});
