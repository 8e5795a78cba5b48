import type { FlowService } from '#main/services/flows/index.ts';
import { createTokenInspector, type TokenInspector } from '#main/services/tokens/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import type { SendRecorded } from '../services/activity/index.ts';
import type { AuthorizationServer } from '../services/authorization-server/index.ts';
import type { Workspace } from '../workspace/index.ts';
import type { EnginePorts } from './ports.ts';

/** Parts that tokens are inspected with, besides the engine's own ports. */
export interface TokenParts {
  readonly workspace: Workspace;
  readonly send: SendRecorded;
  readonly authorizationServer: AuthorizationServer;
  readonly flows: Pick<FlowService, 'reveal'>;
  /** Base URL of a service; null while it does not run. */
  readonly urlOf: (key: ServiceKey) => () => string | null;
}

/** The inspector of tokens beside the hosted server. */
export function composeTokenInspector({ clock, random }: EnginePorts, parts: TokenParts): TokenInspector {
  const { workspace, send, authorizationServer, flows, urlOf } = parts;
  const { registrations, credentials } = workspace;
  return createTokenInspector({
    clock,
    random,
    send,
    reveal: (runId, name) => flows.reveal(runId, name),
    stored: authorizationServer.inspectToken,
    signingKeys: authorizationServer.admin.signingKeys,
    client: registrations.client,
    clientSecret: credentials.clientSecret,
    async clientAssertion({ clientId, authentication = 'private_key_jwt', assertionAlgorithm }, issuer) {
      const { clientAssertion } = await import('#main/services/flow-player/index.ts');
      return clientAssertion(
        {
          clientId,
          authentication,
          secret: credentials.clientSecret(clientId),
          privateKey: credentials.clientPrivateKey(clientId),
          privateKeyAlgorithm: assertionAlgorithm ?? 'RS256',
          privateKeyId: null,
        },
        issuer,
        { clock, random },
      );
    },
    vendorUrn: () => workspace.manifest.vendor.urn,
    authorizationServer: urlOf('authorizationServer'),
    samlIssuers: registrations.samlIssuers,
  });
}
