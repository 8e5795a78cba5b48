import { GatehouseError } from '#shared/errors/index.ts';
import { formatScope, tokenPath } from '#shared/oauth/index.ts';
import type { FlowDefinition } from '../flow-definition.ts';
import { receiveTokens, resourceSteps, tokenRequest } from './requests.ts';

/** RFC 6749 §4.4. */
export const clientCredentials: FlowDefinition = {
  kind: 'client-credentials',
  title: 'Client credentials',
  needsUser: false,
  check({ client }) {
    if (client.grantTypes.has('client_credentials')) return;
    throw new GatehouseError(
      'flow.client-unsuited',
      `${client.clientId} may not use the client credentials grant.`,
      {
        fix: 'Add grant_type client_credentials to its registration, or pick another client.',
        location: { file: `oauth/clients/${client.clientId}.json` },
      },
    );
  },
  begin: () => {},
  steps: [
    {
      id: 'token',
      method: 'POST',
      from: 'client',
      to: 'as',
      path: tokenPath,
      by: 'engine',
      isSeenAs: ({ service, path, tags, requestBody }, { client }) =>
        service === 'authorizationServer' &&
        path === tokenPath &&
        tags.includes(`client:${client.clientId}`) &&
        new URLSearchParams(requestBody).get('grant_type') === 'client_credentials',
      request: (context) =>
        tokenRequest(context, [
          ['grant_type', 'client_credentials'],
          ...(context.client.scopes.length > 0
            ? ([['scope', formatScope(context.client.scopes)]] as const)
            : []),
        ]),
      receive: receiveTokens,
    },
    ...resourceSteps,
  ],
};
