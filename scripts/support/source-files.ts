import { execFileSync } from 'node:child_process';
import { rootDir } from './root.ts';

const modules = /\.(?:tsx?|mts|mjs)$/;

/** Tests whether a path is that of a module of code. */
export function isModule(path: string): boolean {
  return modules.test(path);
}

/** The modules of the checkout that git knows or would take up, from its root. */
export function sourceFiles(): readonly string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      cwd: rootDir,
      encoding: 'utf8',
      maxBuffer: 64 * 1_048_576,
    },
  );
  return listed.split('\n').filter(isModule);
}
