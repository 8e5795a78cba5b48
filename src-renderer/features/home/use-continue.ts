import { useMutation, useQuery } from '@tanstack/react-query';
import type { RecentWork } from '#shared/api/index.ts';
import { assertNever } from '#shared/errors/assert-never.ts';
import { isOver } from '#shared/flows/run-state.ts';
import { useApi } from '../../api/api-context.tsx';
import type { Api } from '../../api/client.ts';
import { reportProblem } from '../../ui/report-problem.ts';
import {
  attackPath,
  connectorPath,
  contractPath,
  filePath,
  flowRunPath,
  importPath,
  throttlePath,
} from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { openAndRun } from '../../workbench/open-and-run.ts';
import { runAgain } from '../../workbench/run-again.ts';

/** How often the engine is asked while Home is shown, in milliseconds. */
const askEveryMillis = 5_000;

/** The last work of each kind: no data while it is asked for, an error where it cannot be told. */
export function useRecentWork() {
  const { orpc } = useApi();
  const asked = orpc.home.recentWork.queryOptions({
    refetchInterval: askEveryMillis,
    refetchOnMount: 'always',
  });
  return useQuery(asked);
}

async function goOnWithImport({ client }: Api, { id, state }: Extract<RecentWork, { kind: 'import' }>) {
  if (state === 'paused' || state === 'halted') {
    await client.imports.resume({ id });
    return openLink(importPath(id, 'load'));
  }
  const hasReport = state === 'loaded' || state === 'cancelled' || state === 'undone';
  return openLink(hasReport ? importPath(id, 'report') : importPath(id));
}

async function goOn(api: Api, work: RecentWork): Promise<void> {
  const { client, orpc, queryClient } = api;
  switch (work.kind) {
    case 'run': {
      if (!isOver(work)) return openLink(flowRunPath(work.id));
      return runAgain(api, work.id);
    }
    case 'attack':
      if (work.state === 'done' && work.failed.length > 0) {
        await client.attacks.start({ ...work.start, only: work.failed });
        await queryClient.invalidateQueries({ queryKey: orpc.attacks.list.key() });
      }
      return openLink(attackPath());
    case 'import':
      return goOnWithImport(api, work);
    case 'simulation':
      return openAndRun(throttlePath(work.file), 'throttle.simulate');
    case 'findings':
      return openLink(contractPath({ tab: 'findings' }));
    case 'connector':
      return openLink(connectorPath(work.file));
    case 'draft':
      return openLink(filePath(work.file));
    default:
      return assertNever(work);
  }
}

/** Goes on with work: does its one act, and shows it. */
export function useGoOn() {
  const api = useApi();
  return useMutation({
    mutationFn: (work: RecentWork) => goOn(api, work),
    onError: reportProblem,
  });
}
