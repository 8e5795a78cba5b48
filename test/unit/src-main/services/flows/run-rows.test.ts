import { expect, test } from 'vitest';
import { usesOf } from '#main/services/flows/run-rows.ts';
import { formRequest } from '#shared/flows/index.ts';
import { step } from '#test/unit/src-renderer/features/flows/runs.ts';

test('a value was used in the steps that were sent with it, by whatever way it was changed', () => {
  const requests = new Map([
    ['authorize', formRequest('http://as/authorize', [['code_challenge', '{{code_verifier|s256}}']], [])],
    ['token', formRequest('http://as/token', [['code_verifier', '{{code_verifier}}']], [])],
    ['refresh', formRequest('http://as/token', [['refresh_token', '{{refresh_token}}']], [])],
    ['later', formRequest('http://as/token', [['code_verifier', '{{code_verifier}}']], [])],
  ]);
  const rows = [
    step({ number: 1, id: 'authorize', stepId: 'authorize' }),
    // A page of the sign-in is a row of the same step, and was made by the browser.
    step({ number: 2, id: 'authorize/page', stepId: 'authorize' }),
    step({ number: 3, id: 'token', stepId: 'token', state: 'failed' }),
    step({ number: 4, id: 'refresh', stepId: 'refresh' }),
    step({ number: 5, id: 'later', stepId: 'later', state: 'not-reached' }),
  ];
  const requestOf = (stepId: string) => requests.get(stepId);
  expect(usesOf('code_verifier', rows, requestOf)).toEqual([1, 3]);
  expect(usesOf('refresh_token', rows, requestOf)).toEqual([4]);
  expect(usesOf('state', rows, requestOf)).toEqual([]);
});
