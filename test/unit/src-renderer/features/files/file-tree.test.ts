import { describe, expect, test } from 'vitest';
import { fileTree } from '#renderer/features/files/file-tree.ts';
import type { WorkspaceFile } from '#shared/api/index.ts';

const file = (path: string, hasDraft = false): WorkspaceFile => ({
  file: path,
  kind: 'client',
  name: path,
  hasDraft,
});
const files = [
  file('routes/b.json', true),
  file('routes/a.json'),
  file('oauth/clients/portal.json'),
  file('gatehouse.json'),
];
const none: ReadonlySet<string> = new Set();
const names = (filter: string, closed = none) =>
  fileTree(files, { filter, closed }).map(({ level, name, position, size }) => [
    level,
    name,
    `${position}/${size}`,
  ]);

describe('the tree of files', () => {
  test('has the files of the workspace itself, and then each folder by name with its files', () => {
    expect(names('')).toEqual([
      [1, 'gatehouse.json', '1/3'],
      [1, 'oauth/clients', '2/3'],
      [2, 'portal.json', '1/1'],
      [1, 'routes', '3/3'],
      [2, 'a.json', '1/2'],
      [2, 'b.json', '2/2'],
    ]);
  });

  test('leaves out what lies in a closed folder, which stands for its drafts', () => {
    const closed = new Set(['routes']);
    expect(names('', closed)).toHaveLength(4);
    const rows = fileTree(files, { filter: '', closed });
    expect(rows.at(-1)).toMatchObject({ name: 'routes', count: 2, hasDraft: true, isExpanded: false });
    expect(rows[1]).toMatchObject({ name: 'oauth/clients', hasDraft: false, isExpanded: true });
  });

  test('shows each file that has all words of a filter in its path, in closed folders too', () => {
    expect(names('ROUTES b', new Set(['routes']))).toEqual([
      [1, 'routes', '1/1'],
      [2, 'b.json', '1/1'],
    ]);
    expect(names('nowhere')).toEqual([]);
  });
});
