import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { runsTemporaryPrograms } from '#test/support/tools.ts';
import { guideFiles } from './guide-commands.ts';

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly env: Readonly<Record<string, string>>;
        readonly steps: readonly { readonly name?: string; readonly run?: string }[];
      }
    >
  >;
}

const { jobs } = parse(guideFiles('github-actions')['identity.yml'] ?? '') as Workflow;
const home = startedAnew(temporaryDirectory);

describe('the workflow of the guide to GitHub Actions', () => {
  test('has a job whose every step passes in a repository with the sample workspace', ({ skip }) => {
    skip(!runsTemporaryPrograms(), 'the file system of temporary files runs no programs');
    const { env = {}, steps = [] } = jobs['gatehouse'] ?? {};
    cpSync(resolve('resources/sample-workspace'), join(home.path, 'identity'), { recursive: true });
    mkdirSync(join(home.path, 'bin'));
    const program = `#!/bin/sh\nexec "${process.execPath}" "${resolve('out/main/headless.js')}" "$@"\n`;
    writeFileSync(join(home.path, 'bin/gatehouse'), program, { mode: 0o755 });
    // The package is installed by `test/packaging/npm-package.test.ts`. All attacks take minutes: here a few of them.
    const runs = steps.flatMap(({ name, run }) => (run === undefined || name === 'Install' ? [] : [run]));
    expect(runs).toHaveLength(5);
    const variables = Object.entries(env).map(([name, value]) => [
      name,
      value.replace('${{ runner.temp }}', home.path),
    ]);
    const ended = runs.map((run) => {
      const { status, stdout, stderr } = spawnSync(
        'bash',
        ['-e', '-c', run.replace('--profile strict', '--profile strict --case AC-01')],
        {
          cwd: home.path,
          env: {
            ...Object.fromEntries(variables),
            HOME: home.path,
            PATH: [join(home.path, 'bin'), process.env['PATH']].join(delimiter),
          },
          encoding: 'utf8',
        },
      );
      return { run, status, said: status === 0 ? '' : stdout + stderr };
    });
    expect(ended).toEqual(runs.map((run) => ({ run, status: 0, said: '' })));
  });
});
