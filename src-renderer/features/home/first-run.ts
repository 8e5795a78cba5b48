import type { ClientSummary, FlowKind, FlowStartInput, UserSummary } from '#shared/api/index.ts';

/** The first flow: what it is called by, and the call that runs it without anybody's help. */
export interface FirstRun {
  readonly clientId: string;
  /** Null: nobody signs in. */
  readonly username: string | null;
  readonly start: FlowStartInput;
}

/** The first flow, in the order of the debugger, that a client and a user of the workspace can run; null: none can. */
export function firstRun(
  kinds: readonly FlowKind[],
  clients: readonly ClientSummary[],
  users: readonly UserSummary[],
): FirstRun | null {
  const user = users[0]?.username ?? null;
  const found = kinds
    .filter(({ worksOn, needsUser }) => worksOn === null && !(needsUser && user === null))
    .map(({ kind, needsUser, suitableClients }) => ({
      kind,
      username: needsUser ? user : null,
      client: clients
        .filter(({ clientId }) => suitableClients.includes(clientId))
        // A client with a secret shows more of the protocol than one without.
        .toSorted((one, other) => Number(one.isPublic) - Number(other.isPublic))[0],
    }))
    .find(({ client }) => client !== undefined);
  if (found?.client === undefined) return null;
  const { kind, username, client } = found;
  const { clientId } = client;
  return { clientId, username, start: { kind, clientId, username, mode: 'run', browser: 'unattended' } };
}
