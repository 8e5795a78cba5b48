import { contractSourceJobKind } from '#main/platform/ports.ts';
import {
  keptWork,
  lastAttack,
  lastDrafts,
  lastFindings,
  lastImports,
  lastRun,
  type RecentWorkPorts,
} from '#main/services/recent-work/index.ts';
import type { RecentWork } from '#shared/api/index.ts';
import { apiWith } from './base.ts';
import type { Slice } from './ports.ts';

type Parts = 'attacks' | 'contract' | 'drafts' | 'flows' | 'imports' | 'jobs' | 'ports';

const api = apiWith<Parts>();

function portsOf({ ports }: Slice<'ports'>): RecentWorkPorts {
  return { records: ports.storage.records, clock: ports.realClock };
}

/** Keeps work that leaves no trace of its own; no call waits for it, or fails by it. */
export function noteWork(engine: Slice<'ports'>, keep: (ports: RecentWorkPorts) => Promise<void>): void {
  keep(portsOf(engine)).catch((error: unknown) =>
    engine.ports.logger.warn('recent-work.not-kept', { error }),
  );
}

/** Importer and linter are not loaded where they have never done anything. */
async function workOfJobs({ jobs, imports, contract }: Slice<Parts>): Promise<readonly RecentWork[]> {
  const all = jobs.list();
  const checks = all.filter(({ kind }) => kind === contractSourceJobKind);
  const hasImports = all.some(({ kind }) => kind.startsWith('import-'));
  return [
    ...(hasImports ? lastImports((await imports()).list()) : []),
    ...(checks.length === 0 ? [] : lastFindings((await contract()).state(), checks)),
  ];
}

export const home = api.home.router({
  recentWork: api.home.recentWork.handler(async ({ context: { engine } }) => {
    const { clock, realClock } = engine.ports;
    const works = [
      ...lastRun(engine.flows.list()),
      ...lastAttack(engine.attacks.list()),
      ...(await workOfJobs(engine)),
      ...(await keptWork(portsOf(engine))),
      ...lastDrafts(await engine.drafts.list()),
    ];
    return works.map((work) => {
      const now = (work.kind === 'run' ? clock : realClock).nowMillis();
      return { work, ageMillis: Math.max(0, now - work.atMillis) };
    });
  }),
});
