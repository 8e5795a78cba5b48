import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { isInstalled, runCommand } from '../../../../scripts/support/anywhere/commands.ts';
import { workingTree } from '../../../../scripts/support/anywhere/working-tree.ts';
import { openWorkshop } from '../../../../scripts/support/anywhere/workshop.ts';
import { temporaryFolder } from '../checkout.ts';

const files = {
  '.gitignore': 'node_modules/\nout/\n',
  'src/a ä.ts': 'export {};',
  'node_modules/one/index.js': '',
  'node_modules/.vite/cache.json': '',
  'out/main.js': 'built',
};
let root: string;
beforeEach(() => {
  root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});

test('without Git the working tree is everything but what commands make', () => {
  expect(workingTree(root).toSorted()).toEqual(['.gitignore', 'src/a ä.ts']);
});

test('with Git it is what would be committed, and what is gone is not in it', ({ skip }) => {
  skip(!isInstalled('git'), 'git is not installed');
  writeFileSync(join(root, 'gone.ts'), '');
  runCommand('git', ['init', '-q'], { cwd: root });
  runCommand('git', ['add', '-A'], { cwd: root });
  runCommand('rm', [join(root, 'gone.ts')]);
  writeFileSync(join(root, 'new.ts'), '');
  expect(workingTree(root).toSorted()).toEqual(['.gitignore', 'new.ts', 'src/a ä.ts']);
});

test('a clone has the sources, the build and the packages, without the caches of tools', ({ skip }) => {
  skip(process.platform !== 'linux', 'clones are made with what Linux has');
  const workshop = openWorkshop(root);
  onTestFinished(() => workshop.discard());
  const clone = workshop.clone('Ä (1)/clone', 'archive');
  const found = runCommand('find', ['.', '-type', 'f'], { cwd: clone }).trimEnd().split('\n');
  const cloned = Object.keys(files).filter((path) => !path.includes('.vite'));
  expect(found.toSorted()).toEqual(cloned.map((path) => `./${path}`).toSorted());
  expect(workshop.ordinary()).toBe(workshop.ordinary());
});

test('a command that fails tells what it complained of', () => {
  expect(() => runCommand('sh', ['-c', 'echo no >&2; exit 1'])).toThrow(/no$/);
  expect(isInstalled('gatehouse-has-no-such-program')).toBe(false);
});
