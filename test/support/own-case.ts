/** A case as a workspace may have it: a code is redeemed a second time. */
export const ownCase = {
  id: 'ZZ-01',
  title: 'Code redeemed twice, as we try it',
  clauses: ['RFC 6749 §4.1.2'],
  severity: 'high',
  about: 'authorization-server',
  needs: ['confidential', 'user'],
  explain: 'Whoever reads the code later gets tokens.',
  fix: 'Refuse a code that was used.',
  variants: [
    {
      name: '',
      base: { flow: 'code', role: 'web', upTo: 'token' },
      steps: [{ like: 'token', id: 'again' }],
      expect: [{ check: 'answer', step: 'again', is: 'J400(invalid_grant)' }],
    },
  ],
} as const;

/** A request of a case that is spelled out. */
export function requestTo(origin: string, more: object = {}): object {
  return {
    origin,
    method: 'GET',
    path: '/',
    headers: [
      { name: 'Host', value: '{{host}}' },
      { name: 'Connection', value: 'close' },
    ],
    ...more,
  };
}

/** A case with one step of its own in place of a flow. */
export function caseOfStep(id: string, step: object): object {
  const { needs: _needs, ...rest } = ownCase;
  return {
    ...rest,
    id,
    variants: [
      {
        name: '',
        steps: [{ act: 'send', id: 'sent', from: 'client', to: 'as', ...step }],
        expect: [{ check: 'status', step: 'sent', in: [200, 302, 400, 404] }],
      },
    ],
  };
}
