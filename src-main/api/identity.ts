import type { ClientSummary } from '#shared/api/index.ts';
import type { Client } from '#shared/workspace/index.ts';
import { api } from './base.ts';

function summariseClient(client: Client): ClientSummary {
  return {
    clientId: client.clientId,
    name: client.clientName,
    isPublic: client.secretSha256 === null,
    grantTypes: [...client.grantTypes],
    responseTypes: [...client.responseTypes],
    redirectUris: [...client.redirectUris],
    scope: client.scopes.join(' '),
  };
}

export const identity = api.identity.router({
  clients: api.identity.clients.handler(({ context }) =>
    context.engine.workspace.registrations.clients().map(summariseClient),
  ),
  users: api.identity.users.handler(({ context }) =>
    context.engine.workspace.registrations.users().map(({ username, claims }) => ({ username, claims })),
  ),
});
