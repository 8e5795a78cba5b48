import { confinedSend, originsOf } from '#main/services/flow-player/index.ts';
import type { AttackStage, ProbedTarget } from './target-access.ts';

/** Values of a stage that are servers of it. */
const ownServers: ReadonlySet<string> = new Set([
  'canary',
  'samples',
  'application',
  'counterfeit',
  'authorization_server',
]);

/** The origins that a case of a workspace reaches: those of the server and what stands beside it, and the canary. */
export function originsOfStage({
  target,
  values,
}: Pick<AttackStage, 'target' | 'values'>): readonly string[] {
  const beside = [...values].flatMap(([name, value]) =>
    ownServers.has(name) && URL.canParse(value) ? [new URL(value).origin] : [],
  );
  return [...new Set([...originsOf(target), ...beside])];
}

/** The target as a case of a workspace may reach it: its requests go nowhere else. */
export function confinedTarget(target: ProbedTarget): ProbedTarget {
  return {
    ...target,
    async openStage() {
      const stage = await target.openStage();
      return { ...stage, send: confinedSend(stage.send, originsOfStage(stage)) };
    },
  };
}
