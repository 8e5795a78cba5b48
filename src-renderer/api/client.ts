import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import type { Contract } from '#shared/api/index.ts';
import { createQueryClient } from './query-client.ts';

/** The engine as the renderer calls it: one typed function per procedure of the contract. */
export type Client = ContractRouterClient<Contract>;

/** The transport for calls to the engine; each host has its own. */
export type EngineLink = Parameters<typeof createORPCClient<Client>>[0];

export type Host = 'web' | 'electron';

/** Makes the typed client, its query helpers and the cache of what it answered, over a link. */
export function createApi(link: EngineLink, host: Host) {
  const client: Client = createORPCClient(link);
  return { client, orpc: createTanstackQueryUtils(client), queryClient: createQueryClient(), host };
}

export type Api = ReturnType<typeof createApi>;
