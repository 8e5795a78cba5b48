import { describe, expect, test } from 'vitest';
import { errorCodes } from '#shared/errors/codes.ts';
import { readModule } from './read-module.ts';
import { readModuleFiles, readTextFiles, type SourceFile } from './source-tree.ts';

const maxLines = 400;
const moduleFiles = readModuleFiles();
const modules = moduleFiles.map(({ path, text }) => ({ path, ...readModule(path, text) }));
const sources = modules.filter(({ path }) => path.startsWith('src-'));

// In pieces, so that this file does not spell what it looks for.
const managementName = ['open', 'idm'].join('');
const vendorNames = [
  ['for', 'gerock'].join(''),
  ['ping', 'identity'].join(''),
  ['ping', 'federate'].join(''),
  managementName,
  ['ok', 'ta'].join(''),
  ['auth', '0'].join(''),
];

describe('every module', () => {
  test(`of the sources has at most ${maxLines} lines`, () => {
    const tooLong = readTextFiles()
      .filter(({ path }) => path.startsWith('src-'))
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > maxLines);
    expect(tooLong).toEqual([]);
  });

  test('says what its types are: nothing is any', () => {
    const places = modules.flatMap(({ path, anyLines }) => anyLines.map((line) => `${path}:${line}`));
    expect(places).toEqual([]);
  });

  test('obeys the linters: no comment switches one off', () => {
    const places = modules.flatMap(({ path, comments }) =>
      comments.filter(({ text }) => suppression.test(text)).map(({ line }) => `${path}:${line}`),
    );
    expect(places).toEqual([]);
  });
});

describe('a thread', () => {
  test('is started at one place, which bounds its heap', () => {
    const others = moduleFiles
      .filter(({ path, text }) => path.startsWith('src-main/') && /\bnew Worker\(/.test(text))
      .map(({ path }) => path);
    expect(others.toSorted()).toEqual(['src-main/platform/isolates/bounded-thread.ts']);
  });
});

const suppression =
  /(?:oxlint|eslint)-(?:disable|enable)|biome-ignore|@ts-(?:ignore|expect-error|nocheck)|(?:v8|c8|istanbul) ignore/;

describe('the checks themselves', () => {
  test.each([
    ['a cast', 'const x = y as any;'],
    ['a parameter', 'function f(x: any) {}'],
    ['a type argument', 'const x = new Map<string, any[]>();'],
  ])('find any in %s', (_, text) => {
    expect(readModule('src-shared/x.ts', text).anyLines).toEqual([1]);
  });

  test.each([
    ['oxlint', '// oxlint-disable-next-line no-empty'],
    ['the compiler', '/* @ts-expect-error */'],
    ['the formatter', '// biome-ignore format: by hand'],
  ])('find a comment that switches off %s', (_, text) => {
    const [comment] = readModule('src-shared/x.ts', text).comments;
    expect(comment?.text).toMatch(suppression);
  });

  test.each([
    ['a name', `// made for ${vendorNames[0]}`, 1],
    ['a part of a name', `const header = 'X-${managementName.toUpperCase()}-Username';`, 1],
    ['the literal path of the management interface', `get('/${managementName}/system/rest');`, 0],
    ['a word that only contains one', `const words = ['p${vendorNames[4]}l', '${vendorNames[5]}1'];`, 0],
  ])('spot %s', (_, text, count) => {
    expect(vendorLines({ path: 'src-shared/x.ts', text })).toHaveLength(count);
  });
});

const vendorPattern = new RegExp(`(?<![a-z0-9])(?:${vendorNames.join('|')})(?!\\d)`, 'i');
const vendorPresets = /^(?:test\/unit\/)?src-shared\/workspace\/vendor/;
const allowedLiterals = [
  {
    literal: `/${managementName}/`,
    reason: 'The first segment of every management path is a literal of the specification, not a setting.',
  },
];

function vendorLines({ path, text }: SourceFile): readonly string[] {
  return text
    .split('\n')
    .map((line, index) => ({ place: `${path}:${index + 1}`, line }))
    .filter(({ line }) => vendorPattern.test(withoutAllowed(line)))
    .map(({ place }) => place);
}

function withoutAllowed(line: string): string {
  return allowedLiterals.reduce((rest, { literal }) => rest.replaceAll(literal, '/'), line);
}

test('vendors are named in the presets of the workspace and nowhere else', () => {
  const files = readTextFiles().filter(({ path }) => !vendorPresets.test(path));
  expect(files.flatMap(vendorLines)).toEqual([]);
});

describe('error codes', () => {
  const listed = Object.keys(errorCodes);

  test('every code that an error is given stands in the table', () => {
    const used = sources.flatMap(({ path, errorCodes: codes }) => codes.map((code) => `${path}: ${code}`));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((use) => !listed.includes(use.slice(use.indexOf(': ') + 2)))).toEqual([]);
  });

  test('every code of the table is used', () => {
    const strings = new Set(
      sources.filter(({ path }) => !aboutEveryCode.has(path)).flatMap((module) => [...module.strings.keys()]),
    );
    expect(listed.filter((code) => !strings.has(code))).toEqual([]);
  });
});

/** Modules with a text for each code, whether it is used or not. */
const aboutEveryCode: ReadonlySet<string> = new Set([
  'src-shared/errors/codes.ts',
  'src-renderer/words/de/problem-codes.ts',
]);
