import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fittingTests, projectOf, testsReaching } from './support/changed-tests.ts';
import { rootDir } from './support/root.ts';
import { formatSeconds, runQuietly, toolArguments } from './support/tools.ts';

/** CPU seconds of tests that one run may take; with the types of the change it stays below a minute on two cores. */
const maxSeconds = 40;
const usualSeconds = 0.5;
const moduleFile = /\.(?:[cm]?[jt]s|tsx)$/;
const formatted = /\.(?:[cm]?[jt]s|tsx|json|css)$/;

function git(...args: readonly string[]): readonly string[] {
  const output = execFileSync('git', [...args, '-z'], { cwd: rootDir, encoding: 'utf8' });
  return output.split('\0').filter((path) => path !== '');
}

/**
 * Files that differ from a commit; without a commit, from the last one, and if nothing does, the files that the last
 * commit changed.
 */
function changedFiles(base: string | undefined): readonly string[] {
  const since = (commit: string) => [
    ...git('diff', '--name-only', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const changed = since(base ?? 'HEAD');
  return changed.length > 0 || base !== undefined ? changed : since('HEAD~1');
}

/** Seconds that each test file took when all of them ran. */
function formerSeconds(): ReadonlyMap<string, number> {
  const report = join(rootDir, '.reports/vitest.json');
  if (!existsSync(report)) return new Map();
  const { testResults }: { testResults: { name: string; startTime: number; endTime: number }[] } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  return new Map(
    testResults.map(({ name, startTime, endTime }) => [
      name.slice(rootDir.length + 1).replaceAll('\\', '/'),
      (endTime - startTime) / 1_000,
    ]),
  );
}

async function runTask(name: string, args: readonly string[]): Promise<boolean> {
  const { code, output, elapsedMillis } = await runQuietly(args);
  process.stdout.write(`${name}: ${code === 0 ? 'ok' : 'FAILED'} (${formatSeconds(elapsedMillis)})\n`);
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n\n`);
  return code === 0;
}

async function runChanged(base: string | undefined): Promise<boolean> {
  const changed = changedFiles(base);
  const present = changed.filter((path) => existsSync(join(rootDir, path)));
  const paths = git('ls-files', '--cached', '--others', '--exclude-standard').filter(
    (path) => moduleFile.test(path) && existsSync(join(rootDir, path)),
  );
  const modules = new Map(paths.map((path) => [path, readFileSync(join(rootDir, path), 'utf8')]));
  const reached = testsReaching(changed, modules);
  const former = formerSeconds();
  const { fitting, left } = fittingTests(reached, (path) => former.get(path) ?? usualSeconds, maxSeconds);
  process.stdout.write(
    `${changed.length} changed files, ${reached.length} test files reach them` +
      `${left === 0 ? '' : `; the nearest ${fitting.length} run, ${left} are left to npm test`}.\n`,
  );
  const toFormat = present.filter((path) => formatted.test(path));
  const projects = [...new Set(present.map(projectOf))].filter((project) => project !== null);
  const tasks: (readonly [string, readonly string[]])[] = projects.map((project) => [
    `types of ${project}`,
    [...toolArguments('tsc'), '-p', project],
  ]);
  if (toFormat.length > 0)
    tasks.unshift(['format', [...toolArguments('biome'), 'check', '--no-errors-on-unmatched', ...toFormat]]);
  // Its report is not that of all tests: the times of those are asked for the next time.
  const tests = [...toolArguments('vitest'), 'run', '--reporter=default', ...fitting];
  const running = fitting.length === 0 ? Promise.resolve(true) : runTask('tests', tests);
  let areGood = true;
  for (const [name, args] of tasks) areGood = (await runTask(name, args)) && areGood;
  return (await running) && areGood;
}

process.exitCode = (await runChanged(process.argv[2])) ? 0 : 1;
