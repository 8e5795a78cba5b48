import { expect, test } from 'vitest';
import { draftKey } from '#renderer/features/flows/editor/drafts.ts';
import { sentStepIds } from '#renderer/features/flows/editor/use-sent.ts';
import { run, step } from '../runs.ts';

test('a draft belongs to the step of the flow: in every run of it, and for what was sent again', () => {
  const key = draftKey(run(), 'token');
  expect(draftKey(run({ id: 'run-13', number: 13 }), 'token')).toBe(key);
  expect(draftKey(run({ origin: { kind: 'replay', name: 'run 12' } }), 'token~2')).toBe(key);
  expect(draftKey(run(), 'authorize')).not.toBe(key);
  expect(draftKey(run({ clientId: 'other' }), 'token')).not.toBe(key);
  expect(draftKey(run({ origin: { kind: 'attack', name: 'AC-01' } }), 'token')).not.toBe(key);
});

test('requests that were opened from Activity share no draft', () => {
  const opened = { origin: { kind: 'exchange', name: 'POST /token' } } as const;
  expect(draftKey(run({ ...opened, id: 'one' }), 'request')).not.toBe(
    draftKey(run({ ...opened, id: 'two' }), 'request'),
  );
});

test('what was sent for a step is itself and its repetitions, without what was not sent or is another step', () => {
  const unsent = { clientExchangeId: null, serverExchangeId: null };
  const steps = [
    step(),
    step({ id: 'token~2', stepId: 'token~2' }),
    step({ id: 'resource', stepId: 'resource' }),
    step({ id: 'token~3', stepId: 'token~3', ...unsent }),
  ];
  expect(sentStepIds(run({ steps }), 'token~2')).toEqual(['token', 'token~2']);
});
