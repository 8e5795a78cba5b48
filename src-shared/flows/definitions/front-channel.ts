import { asksFor } from '../response-type.ts';
import type { FlowScript, ScriptStep } from '../script.ts';
import type { FlowDefinition, FlowSetup } from '../setup.ts';
import { type Asked, authorizationSteps } from './authorization-request.ts';
import { resourcePairs, tokenRequest, useToken } from './parts.ts';

/** The steps up to the tokens; only a code has to be exchanged for them. RFC 6749 §4.1, RFC 7636 */
export function frontSteps(setup: FlowSetup, { responseType, pkce: isWanted }: Asked): ScriptStep[] {
  const hasCode = asksFor(responseType, 'code');
  const pkce = isWanted && hasCode;
  const resources = resourcePairs(setup);
  return [
    ...authorizationSteps(setup, { responseType, pkce }),
    ...(hasCode
      ? [
          tokenRequest(setup, [
            ['grant_type', 'authorization_code'],
            ['code', '{{code}}'],
            ['redirect_uri', `{{${setup.clientPrefix}redirect_uri}}`],
            ...(pkce ? ([['code_verifier', '{{code_verifier}}']] as const) : []),
            // Of several, a token request chooses: which one, nobody said. RFC 8707 §2.2
            ...(resources.length === 1 ? resources : []),
          ]),
        ]
      : []),
  ];
}

/** A whole flow; the user may ask for another response type than the flow does by itself. */
function scriptOf(title: string, setup: FlowSetup, usual: Asked): FlowScript {
  const asked = { ...usual, responseType: setup.options.responseType ?? usual.responseType };
  const givesToken = asksFor(asked.responseType, 'code', 'token');
  return {
    title,
    parties: {},
    steps: [...frontSteps(setup, asked), ...(givesToken ? useToken(setup) : [])],
  };
}

const front = { group: 'grants', needsUser: true, needsBrowser: true, worksOn: null } as const;

/** RFC 6749 §4.1 with RFC 7636. */
export const codeWithPkce: FlowDefinition = {
  ...front,
  kind: 'code-pkce',
  title: 'Authorization code + PKCE',
  needs: { grantType: 'authorization_code', responseType: 'code' },
  endpoints: ['authorization', 'token'],
  script: (setup) => scriptOf('Authorization code + PKCE', setup, { responseType: 'code', pkce: true }),
};

/** RFC 6749 §4.1 without PKCE. */
export const code: FlowDefinition = {
  ...front,
  kind: 'code',
  title: 'Authorization code',
  needs: { grantType: 'authorization_code', responseType: 'code' },
  endpoints: ['authorization', 'token'],
  script: (setup) => scriptOf('Authorization code', setup, { responseType: 'code', pkce: false }),
};

/** RFC 6749 §4.2. */
export const implicit: FlowDefinition = {
  ...front,
  kind: 'implicit',
  title: 'Implicit',
  needs: { grantType: 'implicit', responseType: 'token' },
  endpoints: ['authorization'],
  script: (setup) => scriptOf('Implicit', setup, { responseType: 'token', pkce: false }),
};

/** OpenID Connect Core §3.3: code and tokens from both endpoints. */
export const hybrid: FlowDefinition = {
  ...front,
  kind: 'hybrid',
  title: 'Hybrid',
  needs: { grantType: 'authorization_code', responseType: 'code id_token' },
  endpoints: ['authorization', 'token'],
  script: (setup) => scriptOf('Hybrid', setup, { responseType: 'code id_token', pkce: true }),
};
