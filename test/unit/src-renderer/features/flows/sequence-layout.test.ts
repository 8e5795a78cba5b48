import { describe, expect, test } from 'vitest';
import { addedStep, keyedSteps, nextStep, notableStep } from '#renderer/features/flows/sequence-layout.ts';
import { run, step, value } from './runs.ts';

describe('where a run stands', () => {
  const login = step({ id: 'login', state: 'done' });
  const consent = step({ id: 'consent', state: 'waiting' });
  const token = step({ id: 'token', state: 'not-reached' });

  test('is the step that it waits for, or the first that it has not reached', () => {
    expect(nextStep(run({ steps: [login, token, consent] }))?.id).toBe('consent');
    expect(nextStep(run({ steps: [login, token] }))?.id).toBe('token');
    expect(nextStep(run({ steps: [login] }))).toBeUndefined();
  });

  test('is the step that it is held at, which is shown too', () => {
    const held = run({
      state: 'paused',
      hold: { rowId: 'token', phase: 'response' },
      steps: [login, token, step({ id: 'resource', state: 'not-reached' })],
    });
    expect(nextStep(held)?.id).toBe('token');
    expect(notableStep(held)?.id).toBe('token');
  });

  test('is shown at the first refusal once it has ended, else at the answer with the first token', () => {
    const refused = step({ id: 'refused', stepId: 'refused', state: 'failed' });
    const again = step({ id: 'again', stepId: 'again', state: 'failed' });
    for (const state of ['passed', 'failed'] as const)
      expect(notableStep(run({ state, steps: [login, refused, again, token] }))?.id).toBe('refused');
    const mistyped = step({ id: 'authorize/page', stepId: 'authorize', state: 'failed' });
    expect(notableStep(run({ state: 'failed', steps: [mistyped, refused] }))?.id).toBe('refused');
    expect(notableStep(run({ state: 'failed', steps: [login, mistyped] }))?.id).toBe('authorize/page');
    const steps = [mistyped, step({ id: 'token', number: 1 }), step({ id: 'resource', number: 2 })];
    const [code, accessToken] = [
      value({ name: 'code', fromStep: 2 }),
      value({ name: 'access_token', fromStep: 1 }),
    ];
    expect(notableStep(run({ steps, values: [code, accessToken] }))?.id).toBe('token');
    expect(notableStep(run({ steps, values: [code] }))?.id).toBe('resource');
  });

  test('is shown at the last step that was reached while it goes on, or where nothing was refused', () => {
    const refused = step({ id: 'refused', state: 'failed' });
    expect(notableStep(run({ state: 'running', steps: [refused, login, token] }))?.id).toBe('login');
    expect(notableStep(run({ state: 'failed', steps: [login, token] }))?.id).toBe('login');
    expect(notableStep(run({ steps: [token] }))?.id).toBe('token');
    expect(notableStep(run({ steps: [] }))).toBeUndefined();
  });
});

test('a request that a person repeats makes steps that can be told apart, and others keep their keys', () => {
  const posts = ['wrong password', 'sign-in ann', 'consent'].map((remark) => step({ id: 'sign-in', remark }));
  const keyed = keyedSteps(run({ steps: [...posts, step({ id: 'token' })] }));
  expect(keyed.map(({ id }) => id)).toEqual(['sign-in', 'sign-in 2', 'sign-in 3', 'token']);
  expect(keyed[2]?.step.remark).toBe('consent');
});

test('a request that was sent again is the step that the run did not have before', () => {
  const before = run({ steps: [step(), step({ id: 'resource' })] });
  const after = run({ steps: [step(), step({ id: 'token~2' }), step({ id: 'resource' })] });
  expect(addedStep(before, after)?.id).toBe('token~2');
  expect(addedStep(before, before)).toBeUndefined();
});
