import type { FlowRun, FlowStep } from '#shared/api/index.ts';

/** A step of a made-up run; the token request unless something else is said. */
export function step(part: Partial<FlowStep> = {}): FlowStep {
  return {
    number: 5,
    id: 'token',
    method: 'POST',
    path: '/as/token.oauth2',
    from: 'client',
    to: 'as',
    state: 'done',
    status: 200,
    remark: '',
    clientExchangeId: 'c5',
    serverExchangeId: 's5',
    ...part,
  };
}

/** A made-up run that has passed. */
export function run(part: Partial<FlowRun> = {}): FlowRun {
  return {
    id: 'run-12',
    number: 12,
    kind: 'code-pkce',
    clientId: 'portal-web',
    username: 'ann',
    mode: 'run',
    state: 'passed',
    startedAtMillis: 0,
    browserUrl: null,
    note: '',
    steps: [step()],
    values: [],
    ...part,
  };
}
