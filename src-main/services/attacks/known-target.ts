import type { Capabilities, ProbedClient } from '#shared/attacks/index.ts';
import { noDemands } from './pure/demands.ts';
import type { AttackStage, AttackTarget, ProbedTarget } from './target-access.ts';

/** A target with what an earlier or present probe found about it. */
export function knownTarget(target: AttackTarget, capabilities: Capabilities): ProbedTarget {
  const { clients } = capabilities;
  const known = new Map(clients.map((client) => [client.clientId, client]));
  return {
    ...target,
    openStage: async () => correctedStage(await target.openStage(), clients),
    capabilities,
    demands: (clientId) => known.get(clientId) ?? noDemands,
    problem: (clientId, isFront) => {
      const client = known.get(clientId);
      return client?.problem ?? (isFront ? client?.frontProblem : null) ?? null;
    },
  };
}

/** The stage with its clients as the server takes them. */
export function correctedStage(stage: AttackStage, clients: readonly ProbedClient[]): AttackStage {
  const ways = new Map(clients.map(({ clientId, authentication }) => [clientId, authentication]));
  const changed = stage.target.clients.map((client) => ({
    ...client,
    authentication: ways.get(client.clientId) ?? client.authentication,
  }));
  return { ...stage, target: { ...stage.target, clients: changed } };
}
