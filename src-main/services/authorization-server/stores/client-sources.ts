import type { Client, Registrations } from '#shared/workspace/index.ts';

/** Sources by which clients of the workspace are known; others join them. */
export interface ClientSources {
  readonly registrations: () => Registrations;
  readonly clientSecret: (clientId: string) => string | null;
}

/** Puts a source of clients around those that are known: its own are asked for after theirs. */
export type JoinClients = (around: (known: ClientSources) => ClientSources) => void;

/** Registrations with further clients, which never take the place of those that are there. */
export function withClients(
  own: Registrations,
  clientOf: (clientId: string) => Client | undefined,
  ids: () => Iterable<string>,
): Registrations {
  return {
    client: (id) => own.client(id) ?? clientOf(id),
    clients: () => [
      ...own.clients(),
      ...[...ids()].flatMap((id) => (own.client(id) === undefined ? (clientOf(id) ?? []) : [])),
    ],
    user: (name) => own.user(name),
    users: () => own.users(),
    samlIssuers: () => own.samlIssuers(),
    jwtIssuers: () => own.jwtIssuers(),
    identityProviders: () => own.identityProviders(),
  };
}
