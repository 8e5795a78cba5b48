import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filterTypes, handlerTypes } from '#main/services/gateway/pure/index.ts';
import { imports as importsDe } from '#renderer/words/de/consents.ts';
import { contractHistory as contractDe } from '#renderer/words/de/contract.ts';
import { imports as importsEn } from '#renderer/words/en/consents.ts';
import { contractHistory as contractEn } from '#renderer/words/en/contract.ts';
import { sourceFormats } from '#shared/consents/index.ts';
import { lintSources } from '#shared/contract/index.ts';
import type { FileFormat } from '#shared/files/index.ts';

const root = join(import.meta.dirname, '../..');
const page = (path: string) => readFileSync(join(root, path), 'utf8');
const endingsOf = (formats: Readonly<Record<string, FileFormat>>) =>
  Object.values(formats).flatMap(({ endings }) => endings);

/** Beyond the compiler: texts that name every member of a table. */
describe('every member of a table is named', () => {
  test.each(endingsOf(sourceFormats))('.%s, where consents are brought in', (ending) => {
    for (const words of [importsEn, importsDe])
      expect(words.imports.file.drop).toMatch(new RegExp(`\\b${ending}\\b`, 'i'));
    expect(page('docs/reference/cli.md')).toMatch(new RegExp(`\\b${ending}\\b[^\\n]*file`, 'i'));
  });

  test.each(Object.entries(lintSources).map(([id, { endings }]) => [id, endings[0]] as const))(
    '%s, where files are held against the contract',
    (_id, ending) => {
      for (const words of [contractEn, contractDe]) expect(words.sources.dropText).toContain(`.${ending}`);
    },
  );

  test.each([...Object.keys(filterTypes), ...Object.keys(handlerTypes)])('%s, in the guide', (type) => {
    expect(page('docs/guides/throttling.md')).toContain(`| \`${type}\``);
  });

  test('each page of the reference, where the documentation begins', () => {
    const pages = readdirSync(join(root, 'docs/reference'));
    const missing = pages.filter((name) => !page('docs/README.md').includes(`(reference/${name})`));
    expect(missing).toEqual([]);
  });
});
