import type { DynamicClient, InitialTokenView } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Runtime } from '../runtime.ts';
import type { DynamicRegistration } from '../stores/dynamic-clients.ts';
import { tokenHash } from '../token-factory.ts';
import { revokeTokens } from './revocation.ts';

const hourMillis = 3_600_000;

/** Views and actions on clients that registered themselves, and on the tokens that let them. */
export interface DynamicClientAdministration {
  list(): readonly DynamicClient[];
  /** @throws api.not-found */
  setEnabled(clientId: string, isEnabled: boolean): Promise<DynamicClient>;
  /** Deletes a registration with all that was issued to it; false: there is none. */
  remove(clientId: string): Promise<boolean>;
  /**
   * The registration as a file of the workspace has it, and its secret.
   * @throws api.not-found
   */
  document(clientId: string): {
    readonly members: Readonly<Record<string, unknown>>;
    readonly secret: string | null;
  };
  /** Drops a registration whose client lives on in a file. */
  release(clientId: string): Promise<void>;
  tokens(): readonly InitialTokenView[];
  /** The only time that the token itself is told. */
  createToken(wanted: {
    readonly label: string;
    readonly lifetimeHours: number;
    readonly maxUses: number;
  }): Promise<InitialTokenView & { readonly token: string }>;
  removeToken(id: string): Promise<boolean>;
}

/** Makes the administrators' side of registrations. */
export function administerDynamicClients(runtime: Runtime): DynamicClientAdministration {
  const { dynamicClients, initialTokens, records, clock, tokens } = runtime;
  const find = (clientId: string): DynamicRegistration => {
    const found = dynamicClients.find(clientId, clock.nowMillis());
    if (found !== null) return found;
    throw new GatehouseError('api.not-found', `The server has no self-registered client ${clientId}.`);
  };
  return {
    list: () =>
      dynamicClients
        .all(clock.nowMillis())
        .map(viewOf)
        .toSorted((one, other) => other.issuedAtMillis - one.issuedAtMillis),
    async setEnabled(clientId, isEnabled) {
      const next = { ...find(clientId), isDisabled: !isEnabled };
      dynamicClients.put(next);
      await records.commit();
      return viewOf(next);
    },
    async remove(clientId) {
      if (dynamicClients.find(clientId, clock.nowMillis()) === null) return false;
      dynamicClients.remove(clientId);
      await revokeTokens(runtime, {
        target: { kind: 'client', clientId },
        by: 'administrator',
        reason: 'The registration was deleted.',
      });
      return true;
    },
    document: (clientId) => documentOf(find(clientId), runtime.settings().registrationPolicy.scopes),
    async release(clientId) {
      dynamicClients.remove(clientId);
      await records.commit();
    },
    tokens: () =>
      initialTokens
        .all(clock.nowMillis())
        .toSorted((one, other) => other.createdAtMillis - one.createdAtMillis),
    async createToken({ label, lifetimeHours, maxUses }) {
      const token = tokens.next();
      const createdAtMillis = clock.nowMillis();
      const expiresAtMillis = createdAtMillis + lifetimeHours * hourMillis;
      const entry = { id: tokenHash(token), label, createdAtMillis, expiresAtMillis, used: 0, maxUses };
      initialTokens.put(entry);
      await records.commit();
      return { ...entry, token };
    },
    async removeToken(id) {
      const isRemoved = initialTokens.remove(id);
      await records.commit();
      return isRemoved;
    },
  };
}

function viewOf(registration: DynamicRegistration): DynamicClient {
  const { clientId, metadata, isDisabled, issuedAtMillis, expiresAtMillis, address } = registration;
  const { client_name: name } = metadata;
  return {
    clientId,
    name: typeof name === 'string' ? name : clientId,
    isDisabled,
    issuedAtMillis,
    expiresAtMillis,
    address,
    metadata: { ...metadata },
  };
}

/** It may go on requesting what it could before; what only proved the registration is left out. */
function documentOf(
  { clientId, metadata, secret }: DynamicRegistration,
  scopes: readonly string[],
): ReturnType<DynamicClientAdministration['document']> {
  const { software_statement: _, ...members } = metadata;
  return { members: { ...members, client_id: clientId, scope: scopes.join(' ') }, secret };
}
