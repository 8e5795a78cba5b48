import { tokenExchangeGrantType, validateBearerGrantType } from '../../oauth/index.ts';
import type { ScriptStep } from '../script.ts';
import { type FlowDefinition, type FlowSetup, obtainsByCode } from '../setup.ts';
import { frontSteps } from './front-channel.ts';
import { backRequest, chosenPairs, resourceRequest, tokenRequest, useToken, validation } from './parts.ts';

/** How a client that holds no token yet gets one: by the first grant it is registered for. */
function obtain(own: FlowSetup): ScriptStep[] {
  if (own.tokenSource === 'given') return [];
  const setup = own.holder === null ? own : { ...own, client: own.holder, clientPrefix: 'holder.' };
  if (obtainsByCode(setup.client)) return frontSteps(setup, { responseType: 'code', pkce: true });
  if (setup.client.grantTypes?.has('password') === true)
    return [
      tokenRequest(setup, [
        ['grant_type', 'password'],
        ['username', '{{username}}'],
        ['password', '{{password}}'],
        ...chosenPairs(setup),
      ]),
    ];
  return [tokenRequest(setup, [['grant_type', 'client_credentials'], ...chosenPairs(setup)])];
}

/** A flow that gets the token where it is not given, and then does something with it. */
function afterObtaining(
  title: string,
  stepsOf: (setup: FlowSetup) => readonly ScriptStep[],
): Pick<FlowDefinition, 'title' | 'script'> {
  return {
    title,
    script: (setup) => ({ title, parties: {}, steps: [...obtain(setup), ...stepsOf(setup)] }),
  };
}

const operation = { group: 'tokens', needsUser: true, needsBrowser: true, needs: {} } as const;

/** The token that is worked on: the given one, or what the first steps obtained. */
function tokenOf({ tokenSource }: FlowSetup, kind: string): string {
  return tokenSource === 'given' ? '{{token}}' : `{{${kind}}}`;
}

/** RFC 6749 §6. */
export const refresh: FlowDefinition = {
  ...operation,
  kind: 'refresh',
  worksOn: 'refresh_token',
  needs: { grantType: 'refresh_token' },
  endpoints: ['token'],
  ...afterObtaining('Refresh', (setup) => [
    tokenRequest(
      setup,
      [
        ['grant_type', 'refresh_token'],
        ['refresh_token', tokenOf(setup, 'refresh_token')],
      ],
      'refresh',
    ),
    ...useToken(setup),
  ]),
};

/** RFC 8693 §2. */
export const tokenExchange: FlowDefinition = {
  ...operation,
  kind: 'token-exchange',
  worksOn: 'access_token',
  needs: { grantType: tokenExchangeGrantType },
  endpoints: ['token'],
  ...afterObtaining('Token exchange', (setup) => [
    tokenRequest(
      setup,
      [
        ['grant_type', tokenExchangeGrantType],
        ['subject_token', tokenOf(setup, 'access_token')],
        ['subject_token_type', 'urn:ietf:params:oauth:token-type:access_token'],
      ],
      'exchange',
    ),
    ...useToken(setup),
  ]),
};

/** Specification 1 §2.3: a resource server asks whether a bearer token is valid. */
export const validate: FlowDefinition = {
  ...operation,
  kind: 'validate',
  worksOn: 'access_token',
  endpoints: ['token'],
  ...afterObtaining('Validate bearer', (setup) => [
    backRequest(
      setup,
      'validate',
      setup.endpoints.token,
      [
        ['grant_type', validateBearerGrantType(setup.vendorUrn)],
        ['token', tokenOf(setup, 'access_token')],
      ],
      'success',
    ),
  ]),
};

/** RFC 7662 §2. */
export const introspect: FlowDefinition = {
  ...operation,
  kind: 'introspect',
  worksOn: 'access_token',
  endpoints: ['introspection'],
  ...afterObtaining('Introspect', (setup) => [
    backRequest(
      setup,
      'introspect',
      setup.endpoints.introspection,
      [['token', tokenOf(setup, 'access_token')]],
      'success',
    ),
  ]),
};

/** RFC 7009 §2, and a look at what the token is worth afterwards. */
export const revoke: FlowDefinition = {
  ...operation,
  kind: 'revoke',
  worksOn: 'access_token',
  endpoints: ['revocation'],
  ...afterObtaining('Revoke', (setup) => [
    backRequest(
      setup,
      'revoke',
      setup.endpoints.revocation,
      [['token', tokenOf(setup, 'access_token')]],
      'success',
    ),
  ]),
};

/** RFC 6750 §2: the token in header, body or query. */
export const resource: FlowDefinition = {
  ...operation,
  kind: 'resource',
  worksOn: 'access_token',
  endpoints: ['resource'],
  ...afterObtaining('Resource call', (setup) => {
    const token = tokenOf(setup, 'access_token');
    return [resourceRequest(setup, token), validation(setup, token)];
  }),
};
