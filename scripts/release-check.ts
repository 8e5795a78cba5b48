// Says what keeps the checkout from being released as the version of package.json. Exit code 1 where something does.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProduct } from './support/packaging/product.ts';
import { releaseFaults } from './support/packaging/release-faults.ts';
import { rootDir } from './support/root.ts';

function linesOf(...parameters: readonly string[]): readonly string[] {
  const text = execFileSync('git', parameters, { cwd: rootDir, encoding: 'utf8' });
  return text.split('\n').filter((line) => line !== '');
}

const { version, placeholders } = readProduct();
const read = (path: string) => readFileSync(join(rootDir, path), 'utf8');
const versions: readonly { readonly tag: string | null }[] = JSON.parse(read('docs/site/versions.json'));

const faults = releaseFaults({
  version,
  placeholders,
  changelog: read('CHANGELOG.md'),
  siteTags: versions.map(({ tag }) => tag),
  changedFiles: linesOf('status', '--porcelain').map((line) => line.slice(3)),
  tags: linesOf('tag'),
});
for (const fault of faults) process.stdout.write(`- ${fault}\n`);
process.stdout.write(
  faults.length === 0 ? `${version} can be released.\n` : `${version} cannot be released yet.\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
