import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allTransports, codeOf } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const password = 'planted-Sign-in-1';
const seed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const files = {
  ...ordinaryFiles,
  'targets/ours.json': {
    display_name: 'Our server',
    issuer: 'https://id.example.com',
    users: [{ username: 'ann', password, totp_seed: seed }],
  },
};
const recording = (steps: readonly object[]) => JSON.stringify({ title: 'Sign in', steps });
const field = (value: string, selector: string) => ({ type: 'change', value, selectors: [[selector]] });
const steps = [
  { type: 'navigate', url: 'https://login.example.net/a?b=1' },
  field('ann', '#a'),
  field(password, '#b'),
  field('482915', '#c'),
];

describe.each(allTransports)('sign-ins over %s', (_, connect) => {
  const running = startedOnce(() => startTestEngine({ files, seal: true }));
  const connected = startedOnce(() => connect(running.engine));

  test('are previewed with questions, imported with answers, and listed with their targets', async () => {
    const { signIns } = connected.client;
    expect(await signIns.targets()).toContainEqual({ name: 'ours', displayName: 'Our server' });
    const input = { target: 'ours', text: recording(steps) };
    const preview = await signIns.preview(input);
    expect(preview.questions).toEqual([{ act: 4, field: '#c', shape: 'digits', length: 6, likely: 'code' }]);
    expect(preview.foreignOrigins).toEqual(['https://login.example.net']);
    expect(JSON.stringify(preview)).not.toMatch(/planted|482915/);
    expect(await codeOf(signIns.import(input))).toBe('sign-in.answer-needed');
    const fields = [{ act: 4, meaning: 'code' as const }];
    expect(await signIns.import({ ...input, fields, name: 'by-hand' })).toMatchObject({
      path: 'sign-ins/by-hand.json',
      questions: [],
    });
    expect(await signIns.list()).toEqual([
      { name: 'by-hand', file: 'sign-ins/by-hand.json', title: 'Sign in', acts: 4, targets: ['ours'] },
    ]);
    const { directory } = running.engine.workspace;
    const written = ['sign-ins/by-hand.json', 'targets/ours.json'].map((file) =>
      readFileSync(join(directory, file), 'utf8'),
    );
    expect(written.join('')).not.toMatch(/planted|482915|GEZDGNBV/);
    expect(running.logLines.join('')).not.toMatch(/planted|482915|GEZDGNBV/);
    expect(await codeOf(signIns.import({ ...input, fields, name: 'by-hand' }))).toBe('workspace.duplicate');
    expect((await signIns.import({ ...input, fields, name: 'by-hand', replace: true })).name).toBe('by-hand');
    await signIns.import({ ...input, fields, name: 'by-hand', replace: true, addOrigins: true });
    const target = JSON.parse(readFileSync(join(directory, 'targets/ours.json'), 'utf8')) as unknown;
    expect(target).toMatchObject({ sign_in: { file: 'by-hand', origins: ['https://login.example.net'] } });
  });

  test('are refused by named problems', async () => {
    const { signIns } = connected.client;
    const script = recording([{ type: 'waitForExpression', expression: '1' }]);
    expect(await codeOf(signIns.preview({ target: 'ours', text: script }))).toBe('sign-in.script');
    expect(await codeOf(signIns.preview({ target: 'ours', text: '{' }))).toBe('sign-in.recording-invalid');
    expect(await codeOf(signIns.preview({ target: 'nobody', text: script }))).toBe('flow.unknown-target');
    expect(await codeOf(signIns.preview({ target: 'ours', run: 'nobody' }))).toBe('sign-in.not-watched');
    const answer = { target: 'ours', text: recording(steps), fields: [{ act: 1, meaning: 'text' as const }] };
    expect(await codeOf(signIns.preview(answer))).toBe('sign-in.answer-invalid');
  });

  test('sessions are listed without their cookies, and forgotten', async () => {
    const { signIns } = connected.client;
    const person = { target: 'ours', username: 'ann' };
    const cookie = { name: 'sid', value: 'planted-cookie', domain: 'id.example.com', path: '/' };
    running.engine.signIns.sessions?.keep(person, [{ ...cookie, isSecure: true, isHttpOnly: true }]);
    const listed = await signIns.sessions();
    expect(listed).toEqual([{ ...person, keptAtMillis: expect.any(Number), cookies: 1 }]);
    expect(JSON.stringify(listed)).not.toContain('planted-cookie');
    expect(await signIns.forget({ target: 'ours' })).toEqual({ sessions: 1 });
    expect(await signIns.forget(person)).toEqual({ sessions: 0 });
    expect(await signIns.sessions()).toEqual([]);
  });
});

test('a target that names a sign-in which is not there is told of, with the place', async () => {
  const running = await startTestEngine({
    files: {
      ...files,
      'targets/ours.json': { ...files['targets/ours.json'], sign_in: { file: 'gone' } },
    },
    start: false,
  });
  expect(running.engine.problems()).toContainEqual(
    expect.objectContaining({
      code: 'sign-in.missing',
      severity: 'warning',
      location: expect.objectContaining({ file: 'targets/ours.json', pointer: '/sign_in/file' }),
    }),
  );
  await running.stop();
});

test('a sign-in file that would run a script, or holds keys that write, is a problem of the workspace', async () => {
  const broken = (step: object) => ({ title: 'x', steps: [step] });
  const running = await startTestEngine({
    files: {
      ...files,
      'sign-ins/script.json': broken({ type: 'waitForExpression', expression: '1' }),
      'sign-ins/keys.json': broken({ type: 'keyDown', key: 'a' }),
      'sign-ins/go.json': broken({ type: 'navigate', url: 'javascript:1' }),
      'sign-ins/value.json': broken({ type: 'change', selectors: ['#a'], value: '{{secret}}' }),
    },
    start: false,
  });
  const told = running.engine
    .problems()
    .flatMap(({ code, message, location }) => [[code, location?.file, message].join(' ')]);
  expect(told).toContainEqual(
    expect.stringMatching(/^workspace.invalid sign-ins\/script.json.*Use waitForElement/),
  );
  expect(told).toContainEqual(expect.stringMatching(/^workspace.invalid sign-ins\/keys.json.*change act/));
  expect(told).toContainEqual(
    expect.stringMatching(/^workspace.invalid sign-ins\/go.json.*must not run a script/),
  );
  expect(told).toContainEqual(expect.stringMatching(/^workspace.invalid sign-ins\/value.json.*\{\{totp\}\}/));
  await running.stop();
});
