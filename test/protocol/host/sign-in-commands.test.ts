import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { installed, noBrowser } from '#test/protocol/controlled-browser/parties.ts';
import { browserForHands, handsAt } from '#test/support/browser-hands.ts';
import { type Finished, runGatehouse } from '#test/support/served.ts';
import { ann, client, products, startProduct } from '#test/support/sign-in-servers/index.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const password = 'planted-Sign-in-1';
const target = {
  display_name: 'Ours',
  // A member that the format does not know stays.
  note: 'kept',
  issuer: 'https://id.example.com',
  users: [{ username: 'ann', password: { $secret: 'target.ann' } }],
  sign_in: { origins: ['https://login.example.com'] },
};
const field = (value: string, selector: string) => ({ type: 'change', value, selectors: [[selector]] });
const steps = [
  { type: 'navigate', url: 'https://id.example.com/authorize?state=planted-state' },
  field('ann', '#user'),
  field(password, 'aria/Password'),
  field('482915', '#field-3'),
  { type: 'click', selectors: [['text/Sign in']], target: 'https://elsewhere.example.net/frame' },
];

let recording: string;

const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(() => writeWorkspace({ ...ordinaryFiles, 'targets/ours.json': target }));
beforeEach(() => {
  recording = join(state.path, 'recording.json');
  writeFileSync(recording, JSON.stringify({ title: 'Sign in', steps }));
});

const run = (...args: readonly string[]) =>
  runGatehouse(['sign-in', ...args, '--workspace', workspace.path, '--state-dir', join(state.path, 'state')]);
const json = (file: string): unknown => JSON.parse(readFileSync(join(workspace.path, file), 'utf8'));

describe('gatehouse sign-in import', () => {
  test('asks which field was the code, and writes nothing before', async () => {
    const { code, stdout, stderr } = await run('import', recording, '--target', 'ours');
    expect(code).toBe(1);
    expect(stderr).toContain('sign-in.answer-needed');
    expect(stderr).toContain('action 4 (#field-3): 6 digits');
    expect(stderr).toContain('--field 4=code');
    expect(stdout + stderr).not.toMatch(/planted|482915/);
    expect((await run('list')).stdout).toBe('');
  });

  test('writes the sign-in without what was typed, and names it in the target', async () => {
    const shown = await run('import', recording, '--target', 'ours', '--code-field', '4', '--dry-run');
    expect(shown.stdout.split('\n').slice(1, 4)).toEqual([
      '2\tchange\t#user\t{{username}}',
      '3\tchange\taria/Password\t{{password}}',
      '4\tchange\t#field-3\t{{totp}}',
    ]);
    const { code, stdout, stderr } = await run('import', recording, '--target', 'ours', '--code-field', '4');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('sign-ins/ours.json contains 5 actions, and targets/ours.json names it.');
    expect(stdout).toContain('To type values at https://elsewhere.example.net, add');
    expect(readFileSync(join(workspace.path, 'sign-ins/ours.json'), 'utf8')).not.toMatch(/planted|482915/);
    expect(json('targets/ours.json')).toEqual({
      ...target,
      sign_in: { ...target.sign_in, file: 'ours' },
    });
    expect((await run('list')).stdout).toBe('ours\tSign in\t5 actions\tours\n');
    const again = await run('import', recording, '--target', 'ours', '--code-field', '4');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('workspace.duplicate')]);
    const replaced = await run(
      'import',
      recording,
      '--target',
      'ours',
      '--field',
      '4=leave-out',
      '--replace',
    );
    expect(replaced.stdout).toContain('contains 4 actions');
  });

  test.each([
    [
      1,
      'sign-in.script',
      { steps: [{ type: 'waitForExpression', expression: 'planted' }] },
      ['--target', 'ours'],
    ],
    [1, 'sign-in.recording-invalid', { steps: password }, ['--target', 'ours']],
    [1, 'flow.unknown-target', {}, ['--target', 'theirs']],
    [2, 'cli.usage', {}, []],
    [2, 'cli.usage', {}, ['--target', 'ours', '--field', 'four=code']],
  ])('exits with %i and %s', async (code, named, part, options) => {
    writeFileSync(recording, JSON.stringify({ title: 'Sign in', steps, ...part }));
    const result = await run('import', recording, ...options);
    expect([result.code, result.stdout]).toEqual([code, '']);
    expect(result.stderr).toContain(named);
    expect(result.stderr).not.toContain('planted');
  });
});

describe('a sign-in that is tried', () => {
  const server = startedAnew(() => startProduct(products['plain'] ?? { answer: () => null }));

  test.skipIf(noBrowser)('is watched, and becomes a file by which it is signed in', async () => {
    const home = temporaryDirectory();
    const workspaceAt = writeWorkspace({ ...ordinaryFiles, 'targets/app.json': targetAt(ann.password) });
    const where = ['--workspace', workspaceAt.path, '--state-dir', join(home.path, 'state')];
    // On this machine nobody sits before a display.
    browserForHands(home.path, installed?.path ?? '', '--headless=new');
    const environment = { PATH: `${home.path}:${process.env['PATH']}` };
    const watching = runGatehouse(['sign-in', 'watch', 'app', ...where], environment);
    const { page, close } = await handsAt(join(home.path, 'state', 'browser-profiles'), server.origin);
    await page.locator('[name=login]').fill(ann.username);
    await page.locator('[name=pass]').fill(ann.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    const watched = await watching;
    await close();
    expect(watched.stderr).toContain(`Sign in as ${ann.username} in the window that opens.`);
    expect([watched.code, watched.stdout]).toEqual([
      0,
      'sign-ins/app.json contains 4 actions, and targets/app.json names it.\n',
    ]);
    const forgotten = await runGatehouse(['sign-in', 'forget', 'app', ...where], environment);
    expect(forgotten.stdout).toBe('Deleted: 1 session.\n');
    const tested = await runGatehouse(['sign-in', 'test', 'app', ...where], environment);
    expect([tested.code, server.attempts.length]).toEqual([0, 2]);
    // Nobody signs in again for a file that is there already.
    const again = await runGatehouse(['sign-in', 'watch', 'app', ...where], environment);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('--replace')]);
    workspaceAt.remove();
    home.remove();
  });

  const targetAt = (given: string) => ({
    issuer: server.origin,
    clients: [client],
    users: [{ username: ann.username, password: given }],
  });

  /** Runs a command over a workspace whose target is the server. */
  async function tried(
    given: string,
    ...commands: readonly (readonly string[])[]
  ): Promise<readonly Finished[]> {
    const workspaceAt = writeWorkspace({ ...ordinaryFiles, 'targets/app.json': targetAt(given) });
    const stateAt = temporaryDirectory();
    const finished: Finished[] = [];
    for (const command of commands)
      finished.push(
        await runGatehouse([...command, '--workspace', workspaceAt.path, '--state-dir', stateAt.path]),
      );
    workspaceAt.remove();
    stateAt.remove();
    return finished;
  }

  test('says that it works, and keeps a session that is listed and forgotten', async () => {
    const [signedIn, sessions, forgotten, none] = await tried(
      ann.password,
      ['sign-in', 'test', 'app'],
      ['sign-in', 'sessions'],
      ['sign-in', 'forget', 'app'],
      ['sign-in', 'sessions'],
    );
    expect(signedIn).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ann@example\.test is signed in at app, in \d+\.\d s\.\n$/),
    });
    expect(sessions?.stdout).toMatch(/^app\tann@example\.test\t.+Z\t\d cookies\n$/);
    expect(forgotten?.stdout).toBe('Deleted: 1 session.\n');
    expect(none?.stdout).toBe('');
  });

  test('writes a picture of the page at which it stopped, and none where it did not', async ({ skip }) => {
    skip(noBrowser, 'no Chromium is installed');
    await startInstead(server, () => startProduct(products['drawn by a script'] ?? { answer: () => null }));
    const file = join(state.path, 'stop.jpg');
    const command = ['sign-in', 'test', 'app', '--picture', file];
    const [signedIn] = await tried(ann.password, command);
    expect([signedIn?.code, existsSync(file)]).toEqual([0, false]);
    const [refused] = await tried('not the one', command);
    expect(refused).toMatchObject({
      code: 4,
      stdout: expect.stringContaining(`${file} shows the page where the sign-in stopped.`),
    });
    expect(readFileSync(file).subarray(0, 3).toString('hex')).toBe('ffd8ff');
    const [nowhere] = await tried('not the one', [...command.slice(0, -1), join(state.path, 'no/stop.jpg')]);
    expect([nowhere?.code, nowhere?.stderr]).toEqual([2, expect.stringContaining('is not writable')]);
  });

  test('says why it does not, with an exit code of its own', async () => {
    const [refused, unknown] = await tried(
      'not the one',
      ['sign-in', 'test', 'app'],
      ['sign-in', 'test', 'nowhere'],
    );
    expect(refused).toMatchObject({
      code: 4,
      stdout: expect.stringContaining('did not accept the password'),
    });
    expect(`${refused?.stdout}${refused?.stderr}`).not.toContain('not the one');
    expect(unknown).toMatchObject({ code: 2 });
  });
});
