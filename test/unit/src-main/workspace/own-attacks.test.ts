import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import {
  createFileEditor,
  createOwnAttacks,
  createUndoStore,
  openSecretStore,
} from '#main/workspace/index.ts';
import { openedWorkspace } from '#test/support/opened-workspace.ts';
import { ownCase } from '#test/support/own-case.ts';

const builtIn = () => new Set(['AC-01']);

async function open(files: Readonly<Record<string, unknown>>) {
  const { records } = createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1 });
  const random = { bytes: (count: number) => new Uint8Array(count) };
  const clock = { nowMillis: () => 0 };
  const secrets = await openSecretStore(records);
  const workspace = openedWorkspace({ 'gatehouse.json': { name: 'W' }, ...files });
  const undo = createUndoStore({ records, random, clock });
  const editor = createFileEditor({ workspace, secrets, undo, random, seal: false, builtInCases: builtIn });
  return { workspace, editor, found: createOwnAttacks(workspace, builtIn) };
}

describe('the attack cases of a workspace', () => {
  test('are found in their files, each with a name', async () => {
    const { workspace, found } = await open({
      'attacks/codes.json': [ownCase],
      'attacks/pages.json': { title: 'Our pages', cases: [{ ...ownCase, id: 'ZZ-02' }] },
    });
    expect(workspace.problems).toEqual([]);
    expect(found().groups.map(({ title, cases }) => [title, cases.map(({ id }) => id)])).toEqual([
      ['codes', ['ZZ-01']],
      ['Our pages', ['ZZ-02']],
    ]);
  });

  test('have ids of their own: one of the catalogue or of another file is a finding, and left out', async () => {
    const { found } = await open({
      'attacks/a.json': [ownCase],
      'attacks/b.json': [{ ...ownCase, id: 'AC-01' }, ownCase, { ...ownCase, id: 'ZZ-03' }],
    });
    const { groups, problems } = found();
    expect(groups.map(({ cases }) => cases.map(({ id }) => id))).toEqual([['ZZ-01'], ['ZZ-03']]);
    expect(problems.map(({ code, location }) => [code, location?.file, location?.pointer])).toEqual([
      ['attack.case-taken', 'attacks/b.json', '/0/id'],
      ['attack.case-taken', 'attacks/b.json', '/1/id'],
    ]);
    expect(problems[0]?.location?.line).toBe(3);
  });

  test('that are broken are problems with file, line and reason; the others are there', async () => {
    const [variant] = ownCase.variants;
    const step = { like: 'token', id: 7 };
    const { workspace, found } = await open({
      'attacks/good.json': [ownCase],
      'attacks/syntax.json': '[{',
      'attacks/wrong.json': `[\n{ "id": "zz" }\n]`,
      'attacks/step.json': { cases: [{ ...ownCase, variants: [{ ...variant, steps: [step] }] }] },
    });
    expect(found().groups.map(({ file }) => file)).toEqual(['attacks/good.json']);
    const of = (file: string) => workspace.problems.find(({ location }) => location?.file === file);
    expect(of('attacks/syntax.json')).toMatchObject({ code: 'workspace.syntax', location: { line: 1 } });
    expect(of('attacks/wrong.json')).toMatchObject({
      code: 'workspace.invalid',
      message: expect.stringContaining('0.id'),
      location: { line: 2, pointer: '/0/id' },
    });
    expect(of('attacks/step.json')).toMatchObject({
      message: expect.stringContaining('cases.0.variants.0.steps.0.id: Invalid input: expected string'),
    });
  });

  test('are looked at while they are typed', async () => {
    const { editor } = await open({ 'attacks/a.json': [ownCase] });
    const check = (cases: unknown) =>
      editor.check('attacks/b.json', JSON.stringify(cases)).map(({ code }) => code);
    expect(check([{ ...ownCase, id: 'ZZ-02' }])).toEqual([]);
    expect(check([ownCase, { ...ownCase, id: 'AC-01' }])).toEqual(['attack.case-taken', 'attack.case-taken']);
    expect(check([{ ...ownCase, clauses: [] }])).toEqual(['workspace.invalid']);
  });
});
