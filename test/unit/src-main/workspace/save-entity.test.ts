import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadWorkspace, openWorkspaceManifest, saveEntity } from '#main/workspace/index.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

const random = { bytes: (count: number) => randomBytes(count) };
const file = 'oauth/clients/c.json';

const directory = startedAnew(() => writeWorkspace({ 'gatehouse.json': { id: 'w', name: 'W' } }));
const elsewhere = startedAnew(temporaryDirectory);
const workspace = startedAnew(() => loadWorkspace(openWorkspaceManifest(directory.path), () => null));

const pathOf = (name: string) => join(directory.path, name);
const save = (value: Readonly<Record<string, unknown>>, name = file) =>
  saveEntity(workspace, name, value, random);

/** Puts the text into the file, saves the value over it and gives the text back. */
function saveOver(text: string, value: Readonly<Record<string, unknown>>): string {
  mkdirSync(pathOf('oauth/clients'), { recursive: true });
  writeFileSync(pathOf(file), text);
  save(value);
  return readFileSync(pathOf(file), 'utf8');
}

function refusal(value: Readonly<Record<string, unknown>>, name = file): unknown {
  try {
    save(value, name);
    return 'saved';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('saving an entity', () => {
  test('into a new file: two spaces, members in the order of the format, own members last', () => {
    save({ own: 1, scope: 'a', client_id: 'c' });
    expect(readFileSync(pathOf(file), 'utf8')).toBe(
      '{\n  "client_id": "c",\n  "scope": "a",\n  "own": 1\n}\n',
    );
    expect(workspace.registrations.client('c')?.scopes).toEqual(['a']);
  });

  test('keeps comments, indentation, line ends and members that the format does not know', () => {
    const before =
      '// ours\r\n{\r\n\t"client_id": "c", // the id\r\n\t"x_team": { "a": [1,2] },\r\n\t"scope": "old"\r\n}\r\n';
    expect(saveOver(before, { client_id: 'c', client_name: 'C', scope: 'new' })).toBe(
      '// ours\r\n{\r\n\t"client_id": "c", // the id\r\n\t"x_team": { "a": [1,2] },\r\n\t"client_name": "C",\r\n\t"scope": "new"\r\n}\r\n',
    );
  });

  test('changes the members of objects inside, each in its place', () => {
    save({ username: 'u', password: 'p', claims: { a: 1, b: [1] } }, 'oauth/users/u.json');
    save({ username: 'u', password: 'p', claims: { a: 2, c: { d: [] } } }, 'oauth/users/u.json');
    const text = readFileSync(pathOf('oauth/users/u.json'), 'utf8');
    expect(text).toContain('"claims": {\n    "a": 2,\n    "c": {\n      "d": []\n    }\n  }');
  });

  test('takes a known member away that the value lacks', () => {
    const before = '{\n    "client_id": "c",\n    "scope": "a",\n    "x": 1\n}\n';
    expect(JSON.parse(saveOver(before, { client_id: 'c' }))).toEqual({ client_id: 'c', x: 1 });
  });

  test.each([
    [
      'the last member',
      '{\n  "client_id": "c", // id\n  "scope": "a" // why\n}',
      '{\n  "client_id": "c" // id\n}',
    ],
    [
      'one between others',
      '{\n  "client_id": "c", // id\n  // the scope\n  "scope": "a",\n  "x": 1\n}',
      '{\n  "client_id": "c", // id\n  // the scope\n  "x": 1\n}',
    ],
    ['one on a shared line', '{ "client_id": "c", "scope": "a", "x": 1 }', '{ "client_id": "c", "x": 1 }'],
    [
      'the last before a trailing comma',
      '{\n "client_id": "c",\n "scope": "a",\n}',
      '{\n "client_id": "c",\n}',
    ],
  ])('takes %s away and nothing else', (_name, before, after) => {
    expect(saveOver(before, { client_id: 'c' })).toBe(after);
  });

  test.each([
    ['an empty document', '{}', '{\n  "client_id": "c",\n  "scope": "a"\n}'],
    ['a shared line', '{"client_id": "c", "x": 1}', '{"client_id": "c", "x": 1, "scope": "a"}'],
    [
      'lines with a last comment',
      '{\n   "client_id": "c" // id\n}',
      '{\n   "client_id": "c", // id\n   "scope": "a"\n}',
    ],
    ['a trailing comma', '{\n "client_id": "c",\n}', '{\n "client_id": "c",\n "scope": "a",\n}'],
    ['a later member', '{ // of c\n "scope": "a"\n}', '{ // of c\n "client_id": "c",\n "scope": "a"\n}'],
  ])('adds a member to %s', (_name, before, after) => {
    expect(saveOver(before, { client_id: 'c', scope: 'a' })).toBe(after);
  });

  test('leaves a file byte for byte where nothing changes, the byte order mark included', () => {
    const before = '\uFEFF{"client_id":"c",   "scope":"a", /* why */ "x":[ 1 ] ,}';
    expect(saveOver(before, { client_id: 'c', scope: 'a' })).toBe(before);
  });

  test('leaves no temporary file, and the rights of the file as they were', () => {
    saveOver('{}', { client_id: 'c' });
    chmodSync(pathOf(file), 0o600);
    save({ client_id: 'c', scope: 'b' });
    expect(readdirSync(pathOf('oauth/clients'))).toEqual(['c.json']);
    expect(statSync(pathOf(file)).mode & 0o777).toBe(0o600);
  });

  test('is not reported as an edit from outside, and what another did meanwhile is', () => {
    const changes: unknown[] = [];
    workspace.onChange((change) => changes.push(change));
    mkdirSync(pathOf('oauth/users'), { recursive: true });
    writeFileSync(pathOf('oauth/users/ann.json'), '{"username":"ann","password":"x"}');
    save({ client_id: 'c' });
    workspace.rescan();
    expect(changes).toEqual([
      { files: [file, 'oauth/users/ann.json'], editedOutside: ['oauth/users/ann.json'] },
    ]);
  });
});

describe('what is not saved', () => {
  test('a value that the format does not allow', () => {
    expect(refusal({ client_id: 'c', redirect_uris: 'x' })).toBe('workspace.invalid');
    expect(existsSync(pathOf(file))).toBe(false);
  });

  test.each([
    '../c.json',
    'oauth/clients/../../../c.json',
    '/etc/c.json',
    'oauth/clients/..json/c.json',
    'oauth/clients/a\\b.json',
    'oauth/clients/c:s.json',
    'notes.json',
  ])('a file at %s', (name) => {
    expect(refusal({ client_id: 'c' }, name)).toBe('workspace.outside');
  });

  test('over a file that somebody is in the middle of writing', () => {
    expect(() => saveOver('{ "client_id": ', { client_id: 'c' })).toThrowError(
      expect.objectContaining({ code: 'workspace.syntax' }),
    );
    expect(readFileSync(pathOf(file), 'utf8')).toBe('{ "client_id": ');
  });

  test('through a link that leaves the workspace: of the file, of a folder, or broken', () => {
    mkdirSync(pathOf('oauth/clients'), { recursive: true });
    const target = join(elsewhere.path, 'c.json');
    writeFileSync(target, '{"client_id":"c"}');
    symlinkSync(target, pathOf(file));
    symlinkSync(join(elsewhere.path, 'nothing'), pathOf('oauth/clients/d.json'));
    symlinkSync(elsewhere.path, pathOf('oauth/users'));
    expect(refusal({ client_id: 'c', scope: 'x' })).toBe('workspace.outside');
    expect(refusal({ client_id: 'd' }, 'oauth/clients/d.json')).toBe('workspace.outside');
    expect(refusal({ username: 'u', password: 'p' }, 'oauth/users/u.json')).toBe('workspace.outside');
    expect(readdirSync(elsewhere.path)).toEqual(['c.json']);
    expect(readFileSync(target, 'utf8')).toBe('{"client_id":"c"}');
  });

  test('a link that stays inside keeps being one: the file behind it is written', () => {
    mkdirSync(pathOf('oauth/clients'), { recursive: true });
    writeFileSync(pathOf('shared.json'), '{"client_id":"c"}');
    symlinkSync('../../shared.json', pathOf(file));
    save({ client_id: 'c', scope: 'x' });
    expect(JSON.parse(readFileSync(pathOf('shared.json'), 'utf8'))).toMatchObject({ scope: 'x' });
    expect(realpathSync(pathOf(file))).toBe(realpathSync(pathOf('shared.json')));
  });

  test('into a place that cannot be written: the file that stood there stays whole', () => {
    writeFileSync(pathOf('oauth'), 'a file where the folder should be');
    expect(refusal({ client_id: 'c' })).toBe('workspace.unwritable');
  });
});
