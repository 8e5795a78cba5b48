import { useMutation } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useApi } from '#renderer/api/api-context.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { reportProblem } from '#renderer/ui/report-problem.ts';
import { newSecret } from '#renderer/workbench/new-secret.ts';
import { needsUser, partiesOf } from './choice.ts';
import type { FlowDebuggerState } from './use-flow-debugger.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;
const username = 'user';

/** True if somebody has to sign in at the hosted server and the workspace has nobody who could. */
export function lacksUser({ choice: { choice, sources } }: Pick<FlowDebuggerState, 'choice'>): boolean {
  if (choice.target !== null || !needsUser(choice, sources.kinds)) return false;
  return partiesOf(null, sources).usernames.length === 0;
}

/** Adds the first user and runs: nobody knows the password, so the engine signs in. */
export function NoUser({ state }: { readonly state: Pick<FlowDebuggerState, 'choice' | 'runAs'> }) {
  const { client } = useApi();
  const add = useMutation({
    mutationFn: () =>
      client.identity.save({
        kind: 'user',
        id: username,
        baseVersion: null,
        document: { claims: {} },
        secrets: { password: newSecret() },
      }),
    onSuccess: () => {
      state.choice.change({ username, browser: 'unattended' });
      state.choice.refresh();
      state.runAs(username);
    },
    onError: reportProblem,
  });
  return (
    <Empty
      icon={UserRoundPlus}
      title={messages.noUser}
      text={messages.noUserText}
      actions={
        <Button kind="ink" icon={UserRoundPlus} disabled={add.isPending} onPress={() => add.mutate()}>
          {messages.addUserAndRun(username)}
        </Button>
      }
    />
  );
}
