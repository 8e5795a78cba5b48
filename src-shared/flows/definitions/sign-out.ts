import { getRequest } from '../request.ts';
import type { ObserveStep, SendStep } from '../script.ts';
import type { FlowDefinition, FlowSetup } from '../setup.ts';
import { frontSteps } from './front-channel.ts';
import { type Pairs, pathOf, plainSend } from './parts.ts';

/** The browser is sent to the server, which signs its user out. OpenID Connect RP-Initiated Logout §2 */
function endSession({ endpoints, client: { postLogoutUri = null } }: FlowSetup): SendStep {
  const returning: Pairs = postLogoutUri === null ? [] : [['post_logout_redirect_uri', postLogoutUri]];
  return plainSend({
    id: 'end-session',
    from: 'browser',
    to: 'as',
    browser: 'default',
    request: getRequest(
      endpoints.endSession ?? '',
      [['id_token_hint', '{{id_token?}}'], ['client_id', '{{client_id}}'], ...returning],
      [
        ['Accept', 'text/html'],
        ['Accept-Language', 'en'],
        ['Cookie', '{{cookies?}}'],
      ],
    ),
    reading: 'any',
  });
}

/** The server tells the client: seen where both are ours. OpenID Connect Back-Channel Logout §2.5 */
function delivery(uri: string): ObserveStep {
  return {
    act: 'observe',
    id: 'logout-token',
    remark: 'logout token',
    from: 'as',
    to: 'client',
    method: 'POST',
    path: pathOf(uri),
    holds: ['logout_token='],
  };
}

/** OpenID Connect RP-Initiated Logout §2, after a sign-in of its own. */
export const signOut: FlowDefinition = {
  group: 'tokens',
  kind: 'sign-out',
  title: 'Sign out',
  needsUser: true,
  needsBrowser: true,
  worksOn: null,
  needs: { grantType: 'authorization_code', responseType: 'code' },
  endpoints: ['authorization', 'token', 'endSession'],
  script: (setup) => ({
    title: 'Sign out',
    parties: {},
    steps: [
      ...frontSteps(setup, { responseType: 'code', pkce: true }),
      endSession(setup),
      ...(setup.client.backchannelLogoutUri === undefined || setup.client.backchannelLogoutUri === null
        ? []
        : [delivery(setup.client.backchannelLogoutUri)]),
    ],
  }),
};
