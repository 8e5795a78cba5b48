import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { rootDir } from '../../../../scripts/support/root.ts';

const folder = join(rootDir, '.github/workflows');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(rootDir, 'package.json'), 'utf8'),
);

/** Programs installed with the checkout, and those that `npm run package` has made. */
const ownPrograms = /^npx (--no-install electron-fuses|--yes \.\/dist\/gatehouse-\*\.tgz) /;

/** As much of the form of a workflow as these use; anything else is refused. */
const stepSchema = z.union([
  z.strictObject({
    name: z.string().optional(),
    uses: z.string(),
    with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  }),
  z.strictObject({ name: z.string(), run: z.string() }),
]);
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.strictObject({}),
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean() }),
  jobs: z.record(
    z.string(),
    z.strictObject({
      'runs-on': z.string().regex(/^[a-z]+-\d[\d.]*$/, 'one version of the system, not the latest'),
      'timeout-minutes': z.int(),
      permissions: z.strictObject({ contents: z.literal('read') }),
      strategy: z.unknown().optional(),
      steps: z.array(stepSchema).min(1),
    }),
  ),
});

const workflows = readdirSync(folder).map((name) => ({
  name,
  read: () => workflowSchema.parse(parse(readFileSync(join(folder, name), 'utf8'))),
}));

describe.each(workflows)('the workflow $name', ({ read }) => {
  const steps = () => Object.values(read().jobs).flatMap((job) => job.steps);

  test('has the form of one, and grants nothing but reading', () => {
    expect(read).not.toThrow();
  });

  test('runs what there is: scripts of package.json, and programs of the checkout', () => {
    const runs = steps().flatMap((step) => ('run' in step ? [step.run] : []));
    expect(runs.length).toBeGreaterThan(0);
    for (const run of runs) {
      const named = [...run.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
      expect([run, named.filter((name) => scripts[name] === undefined)]).toEqual([run, []]);
      const isKnown = named.length > 0 || ownPrograms.test(run) || existsSync(join(rootDir, run));
      expect([run, isKnown]).toEqual([run, true]);
    }
  });

  test('uses actions of GitHub alone', () => {
    for (const step of steps()) if ('uses' in step) expect(step.uses).toMatch(/^actions\/[a-z-]+@v\d/);
  });
});

describe('the workflow of the installers', () => {
  const text = readFileSync(join(folder, 'installers.yml'), 'utf8');

  test('pins every action to one full version', () => {
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action ?? '');
    expect(used.filter((action) => !/@v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
    expect(used.length).toBe(10);
  });

  test('reads the fuses of every program that it packs, and keeps every kind of installer', () => {
    const { jobs } = workflowSchema.parse(parse(text));
    for (const { steps } of Object.values(jobs)) {
      const runs = steps.flatMap((step) => ('run' in step ? [step.run] : [])).join('\n');
      expect(runs).toMatch(/electron-fuses read --app dist\//);
      expect(runs).toMatch(/npm run package:fuses -- dist\//);
    }
    for (const ending of ['AppImage', 'deb', 'tgz', 'exe', 'dmg']) expect(text).toContain(`dist/*.${ending}`);
  });
});
