import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeLeftovers } from '#main/workspace/index.ts';
import { workspaceFormats } from '#shared/workspace/index.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

const nowMillis = Date.UTC(2026, 10, 1);

test('what a process left that was killed while it saved goes from every folder, and nothing else does', () => {
  const directory = writeWorkspace({ 'gatehouse.json': { name: 'W' } });
  const write = (folder: string, name: string, ageSeconds: number) => {
    mkdirSync(join(directory.path, folder), { recursive: true });
    const path = join(directory.path, folder, name);
    writeFileSync(path, '{}');
    utimesSync(path, nowMillis / 1_000, nowMillis / 1_000 - ageSeconds);
  };
  const folders = Object.values(workspaceFormats).map(({ folder }) => folder);
  for (const folder of folders) {
    write(folder, '.a.json.0123456789ab.tmp', 60);
    write(folder, '.b.json.0123456789ab.tmp', 1);
    write(folder, '.mine.tmp', 60);
  }
  removeLeftovers(directory.path, { nowMillis: () => nowMillis });
  for (const folder of folders) {
    const names = readdirSync(join(directory.path, folder)).filter((name) => name.endsWith('.tmp'));
    expect(names.toSorted(), folder).toEqual(['.b.json.0123456789ab.tmp', '.mine.tmp']);
  }
  directory.remove();
});
