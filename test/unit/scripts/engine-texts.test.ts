import { describe, expect, test } from 'vitest';
import { engineModules } from '../../../scripts/support/engine-folders.ts';
import { engineTexts } from '../../../scripts/support/engine-texts.ts';
import { engineVoiceFaults } from '../../../scripts/support/voice.ts';

const textsIn = (source: string) => engineTexts('module.ts', source).map(({ text }) => text);

describe('the texts of the engine', () => {
  test('are found wherever they are written: arguments, members, templates, choices, with their lines', () => {
    const source = [
      "import { one } from './one.ts';",
      '// A comment of several words.',
      "throw new GatehouseError('api.not-found', `The import ${id} does not exist.`, {",
      "  fix: isOld ? 'Read the file again.' : 'Choose another file first.',",
      "  cause: new Error('The file has no rows.'),",
      '});',
    ].join('\n');
    expect(engineTexts('module.ts', source)).toEqual([
      { line: 3, text: 'The import N does not exist.' },
      { line: 4, text: 'Read the file again.' },
      { line: 4, text: 'Choose another file first.' },
      { line: 5, text: 'The file has no rows.' },
    ]);
  });

  test('that a plus joins are one text', () => {
    expect(textsIn("const text = 'The file is not ' + what + ' in the ' + 'folder here.';")).toEqual([
      'The file is not N in the folder here.',
    ]);
  });

  test('are neither ids, headers, queries, programs nor quoted clauses', () => {
    const source = [
      "const id = 'workspace.not-a-directory';",
      "const header = 'Cache-Control: no-store';",
      "const query = 'SELECT id, value FROM records ORDER BY id';",
      "const program = 'const a = () => b;\\n';",
      "const page = '<p>One more line here</p>';",
      "const rule = { clause: 'OpenID Connect Core and its sections' };",
      'const pattern = /one two three/;',
    ].join('\n');
    expect(textsIn(source)).toEqual([]);
  });
});

/** Messages of earlier versions, and the better ones. */
const rewritten: readonly (readonly [found: string, better: string])[] = [
  ['N is no absolute path.', 'N is not an absolute path.'],
  ['N leads out of the workspace.', 'N is outside the workspace folder.'],
  ['There is no such user.', 'The user does not exist.'],
  ['The key at hand does not open it.', 'The available key does not decrypt it.'],
  ['Plan it anew.', 'Plan the import again.'],
  ['the client hung up', 'the client closed the connection'],
  [
    'Nothing to do: it is looked at every 2 seconds.',
    'No action needed. Gatehouse checks it every 2 seconds.',
  ],
  ['N exists already: N is taken.', 'N already exists. The name N is in use.'],
  ['N values are sealed under the new key.', 'N values are now encrypted with the new key.'],
  ['It is used, and the server rolls it', 'It is used, and rotation is on'],
  ['N closed the connection half-way.', 'N closed the connection before its response was complete.'],
  ['The secret stands in the file.', 'The file contains the secret.'],
];

describe('the lint of the engine', () => {
  test.each(rewritten)('%s', (found, better) => {
    expect(engineVoiceFaults(found)).not.toEqual([]);
    expect(engineVoiceFaults(better)).toEqual([]);
  });

  test('knows what is no departure', () => {
    for (const text of [
      'There is no page here.',
      'The plan no longer exists.',
      'The import is no older than a day.',
    ])
      expect(engineVoiceFaults(text)).toEqual([]);
  });

  test('covers the table of codes, and every service', () => {
    const modules = engineModules();
    expect(modules).toContain('src-shared/errors/codes.ts');
    expect(modules).toContain('src-main/workspace/json-file.ts');
    expect(modules).toContain('src-main/services/attacks/load-cases.ts');
  });
});
