import { expect, test } from 'vitest';
import { noCounts } from '#main/services/contract/linting/lint-source.ts';
import type { TextArtefact } from '#main/services/contract/linting/tasks.ts';
import { followWorkspace } from '#main/services/contract/service/workspace-lint.ts';
import { GatehouseError } from '#shared/errors/index.ts';

test('a file that the thread dies of is an error, and the others are linted all the same', async () => {
  const artefacts: readonly TextArtefact[] = ['a', 'deadly', 'c'].map((name) => ({
    file: `flows/${name}.json`,
    kind: 'flow',
    text: '{}',
  }));
  const lost = new GatehouseError('api.internal', 'The thread of the linter ended.');
  const followed = followWorkspace({
    workspace: {
      context: () => ({}),
      artefacts: async () => artefacts,
      onChange: () => () => undefined,
    } as never,
    worker: {
      async run(_name: string, { artefacts: given }: { readonly artefacts: readonly TextArtefact[] }) {
        if (given.some(({ file }) => file.includes('deadly'))) throw lost;
        return given.map(({ file }) => ({ file, kind: 'flow', findings: [], counts: noCounts, errors: [] }));
      },
    } as never,
    changed: () => undefined,
    contextChanged: () => undefined,
  });
  await followed.ready();
  expect(followed.linted().map(({ file, errors }) => [file, errors.map(({ code }) => code)])).toEqual([
    ['flows/a.json', []],
    ['flows/deadly.json', ['api.internal']],
    ['flows/c.json', []],
  ]);
  followed.close();
});

test('another context lints everything anew, and tells what is linted elsewhere', async () => {
  let hosts: readonly string[] = [];
  const linted: string[][] = [];
  let told = 0;
  const followed = followWorkspace({
    workspace: {
      context: () => ({ hosts, nowMillis: linted.length }),
      artefacts: async () => [{ file: 'flows/a.json', kind: 'flow', text: '{}' }],
      onChange: () => () => undefined,
    } as never,
    worker: {
      async run(_name: string, { artefacts: given }: { readonly artefacts: readonly TextArtefact[] }) {
        linted.push(given.map(({ file }) => file));
        return given.map(({ file }) => ({ file, kind: 'flow', findings: [], counts: noCounts, errors: [] }));
      },
    } as never,
    changed: () => undefined,
    contextChanged: () => void (told += 1),
  });
  await followed.ready();
  await followed.again();
  expect({ linted: linted.length, told }).toEqual({ linted: 1, told: 0 });
  hosts = ['https://api.platform.example'];
  await followed.again();
  expect({ linted: linted.length, told }).toEqual({ linted: 2, told: 1 });
  followed.close();
});
