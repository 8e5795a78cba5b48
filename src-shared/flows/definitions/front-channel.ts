import type { ScriptStep } from '../script.ts';
import { type FlowDefinition, type FlowSetup } from '../setup.ts';
import { browse, drawn, scopePair, tokenRequest, useToken } from './parts.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

/** True if an ID token is requested, which needs a nonce in the front channel. OpenID Connect Core §3.2.2.1 */
function wantsIdToken(responseType: string): boolean {
  return responseType.split(' ').includes('id_token');
}

function request(setup: FlowSetup, responseType: string, pkce: boolean): ScriptStep {
  const mode = setup.options.responseMode;
  const query: Pairs = [
    ['client_id', `{{${setup.clientPrefix}client_id}}`],
    ['response_type', responseType],
    ['redirect_uri', `{{${setup.clientPrefix}redirect_uri}}`],
    ...scopePair(setup),
    ['state', '{{state}}'],
    ...(wantsIdToken(responseType) ? ([['nonce', '{{nonce}}']] as const) : []),
    ...(pkce
      ? ([
          ['code_challenge', '{{code_verifier|s256}}'],
          ['code_challenge_method', 'S256'],
        ] as const)
      : []),
    ...(mode === null ? [] : ([['response_mode', mode]] as const)),
    ['login_hint', '{{username?}}'],
  ];
  return browse(setup, query);
}

/** The steps up to the token of an authorization code. RFC 6749 §4.1, RFC 7636 */
export function codeSteps(setup: FlowSetup, responseType: string, pkce: boolean): ScriptStep[] {
  return [
    ...(pkce ? [drawn('code_verifier', 32)] : []),
    drawn('state', 12),
    ...(wantsIdToken(responseType) ? [drawn('nonce', 12)] : []),
    request(setup, responseType, pkce),
    tokenRequest(setup, [
      ['grant_type', 'authorization_code'],
      ['code', '{{code}}'],
      ['redirect_uri', `{{${setup.clientPrefix}redirect_uri}}`],
      ...(pkce ? ([['code_verifier', '{{code_verifier}}']] as const) : []),
    ]),
  ];
}

const front = { group: 'grants', needsUser: true, needsBrowser: true, worksOn: null } as const;

/** RFC 6749 §4.1 with RFC 7636. */
export const codeWithPkce: FlowDefinition = {
  ...front,
  kind: 'code-pkce',
  title: 'Authorization code + PKCE',
  needs: { grantType: 'authorization_code', responseType: 'code' },
  endpoints: ['authorization', 'token'],
  script: (setup) => ({
    title: 'Authorization code + PKCE',
    parties: {},
    steps: [...codeSteps(setup, 'code', true), ...useToken(setup)],
  }),
};

/** RFC 6749 §4.1 without PKCE. */
export const code: FlowDefinition = {
  ...front,
  kind: 'code',
  title: 'Authorization code',
  needs: { grantType: 'authorization_code', responseType: 'code' },
  endpoints: ['authorization', 'token'],
  script: (setup) => ({
    title: 'Authorization code',
    parties: {},
    steps: [...codeSteps(setup, 'code', false), ...useToken(setup)],
  }),
};

/** RFC 6749 §4.2. */
export const implicit: FlowDefinition = {
  ...front,
  kind: 'implicit',
  title: 'Implicit',
  needs: { grantType: 'implicit', responseType: 'token' },
  endpoints: ['authorization'],
  script: (setup) => ({
    title: 'Implicit',
    parties: {},
    steps: [drawn('state', 12), request(setup, 'token', false), ...useToken(setup)],
  }),
};

/** OpenID Connect Core §3.3: code and tokens from both endpoints. */
export const hybrid: FlowDefinition = {
  ...front,
  kind: 'hybrid',
  title: 'Hybrid',
  needs: { grantType: 'authorization_code', responseType: 'code id_token' },
  endpoints: ['authorization', 'token'],
  script: (setup) => ({
    title: 'Hybrid',
    parties: {},
    steps: [...codeSteps(setup, setup.options.responseType, true), ...useToken(setup)],
  }),
};
