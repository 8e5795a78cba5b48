import type { Api } from '../api/client.ts';
import { storeRun } from '../api/queries.ts';
import { flowRunPath } from './addresses.ts';
import { openLink } from './layout-store.ts';

/** Runs a flow once more as it was run before, and shows that run. */
export async function runAgain(api: Api, runId: string): Promise<void> {
  const run = await api.client.flows.replay({ runId, mode: 'run' });
  storeRun(api, run);
  openLink(flowRunPath(run.id));
}
