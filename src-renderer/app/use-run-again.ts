import { useMutation } from '@tanstack/react-query';
import { useApi } from '../api/api-context.tsx';
import { reportProblem } from '../ui/report-problem.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import type { Command } from '../workbench/commands.ts';
import { openLink } from '../workbench/layout-store.ts';
import { runAgain } from '../workbench/run-again.ts';

/** Runs the flow that was run last once more, whatever screen is shown; without one, Flows is opened. */
export function useRunAgain(): Command {
  const api = useApi();
  const act = useMutation({
    mutationFn: async () => {
      const recent = await api.client.home.recentWork();
      const last = recent.find(({ work }) => work.kind === 'run');
      if (last?.work.kind !== 'run') return openLink('/flows');
      await runAgain(api, last.work.id);
    },
    onError: reportProblem,
  });
  return {
    id: 'run.again',
    title: sharedMessages.commands.runAgain,
    group: 'run',
    keys: ['ctrl+shift+enter'],
    isInMenu: true,
    isDisabled: act.isPending,
    run: () => act.mutate(),
  };
}
