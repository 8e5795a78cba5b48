// Builds the site of each version in versions.json: the newest from this checkout, the others from their tags, each below its path.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const site = import.meta.dirname;
const root = join(site, '../..');
const dist = join(site, '.vitepress/dist');
const versions = JSON.parse(readFileSync(join(site, 'versions.json'), 'utf8'));

function run(command, args, cwd, env = {}) {
  execFileSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
}

function build(checkout, { name, path }, out) {
  run('npm', ['run', 'build', '--', '--outDir', out], join(checkout, 'docs/site'), {
    DOCS_BASE: path,
    DOCS_VERSION: name,
  });
}

rmSync(dist, { recursive: true, force: true });
for (const version of versions) {
  const out = join(dist, version.path);
  if (version.tag === null) {
    build(root, version, out);
    continue;
  }
  const checkout = join(mkdtempSync(join(tmpdir(), 'docs-')), 'checkout');
  run('git', ['worktree', 'add', '--detach', checkout, version.tag], root);
  // Each version lists all of today's.
  cpSync(join(site, 'versions.json'), join(checkout, 'docs/site/versions.json'));
  run('npm', ['ci'], join(checkout, 'docs/site'));
  build(checkout, version, out);
  run('git', ['worktree', 'remove', '--force', checkout], root);
}
