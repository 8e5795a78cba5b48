import type { FlowRun, FlowStep, FlowValue } from '#shared/api/index.ts';

/** A step of a made-up run; the token request unless something else is said. */
export function step(part: Partial<FlowStep> = {}): FlowStep {
  return {
    number: 5,
    id: 'token',
    stepId: 'token',
    act: 'send',
    method: 'POST',
    path: '/as/token.oauth2',
    from: 'client',
    to: 'as',
    state: 'done',
    status: 200,
    remark: '',
    clientExchangeId: 'c5',
    serverExchangeId: 's5',
    hasRequest: true,
    edits: '',
    breakpoints: [],
    ...part,
  };
}

/** A made-up run that has passed. */
export function run(part: Partial<FlowRun> = {}): FlowRun {
  return {
    id: 'run-12',
    number: 12,
    kind: 'code-pkce',
    title: 'Authorization code + PKCE',
    target: null,
    clientId: 'portal-web',
    username: 'ann',
    browser: 'unattended',
    mode: 'run',
    state: 'passed',
    startedAtMillis: 0,
    tookMillis: null,
    keptAs: null,
    picture: null,
    browserUrl: null,
    callback: 'arrives',
    hold: null,
    note: '',
    edits: '',
    origin: { kind: 'flow', name: 'Authorization code + PKCE' },
    steps: [step()],
    values: [],
    checks: [],
    failedAt: null,
    expectations: [],
    watchedActs: 0,
    revision: 0,
    ...part,
  };
}

/** A value of a made-up run: an access token that was issued unless something else is said. */
export function value(part: Partial<FlowValue> = {}): FlowValue {
  return {
    name: 'access_token',
    state: 'valid',
    tone: 'ok',
    preview: '••••••••',
    secret: true,
    remark: '',
    fromStep: 5,
    isEdited: false,
    issuedAtMillis: 1,
    expiresAtMillis: null,
    ...part,
  };
}
