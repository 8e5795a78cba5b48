import type { Client } from '#renderer/api/client.ts';
import { newSecret } from '#renderer/workbench/new-secret.ts';
import { sandboxEnvironmentId } from '#shared/workspace/sandbox.ts';

/** The name of the target that leads to the sandbox of this machine. */
export const sandboxName = 'sandbox';

/** An id for the worker that no client has: one of an earlier try, or of the person, stays as it is. */
async function freeWorkerId(client: Client): Promise<string> {
  const taken = new Set((await client.identity.clients()).map(({ clientId }) => clientId));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? 'sandbox-worker' : `sandbox-worker-${number}`;
    if (!taken.has(id)) return id;
  }
}

/**
 * Adds the sandbox of this machine to the targets, with a worker client of its own; both hold the same new secret.
 * @throws workspace.duplicate, workspace.unwritable
 */
export async function addSandbox(client: Client): Promise<void> {
  const secret = newSecret();
  const workerId = await freeWorkerId(client);
  await client.identity.save({
    kind: 'client',
    id: workerId,
    baseVersion: null,
    document: {
      client_name: 'Consent loader',
      application_type: 'worker',
      grant_types: ['client_credentials'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
    secrets: { client_secret: secret },
  });
  const target = {
    display_name: 'Sandbox',
    base_url: '&{services.platform}/v1',
    token_endpoint: '&{services.authorizationServer}/as/token.oauth2',
    environment_id: sandboxEnvironmentId,
    client_id: workerId,
    client_secret: secret,
  };
  await client.workspace.writeFile({
    file: `platforms/${sandboxName}.json`,
    text: `${JSON.stringify(target, null, 2)}\n`,
    baseVersion: null,
  });
}
