import { KeyRound, Play, Waypoints } from 'lucide-react';
import { toProblem } from '#renderer/api/problem.ts';
import { Button, RetryButton } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { identityPath } from '#renderer/workbench/addresses.ts';
import { runCommand } from '#renderer/workbench/commands.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import { partiesOf } from './choice.ts';
import { lacksUser, NoUser } from './no-user.tsx';
import { GhostPanes } from './skeleton.tsx';
import type { FlowDebuggerState } from './use-flow-debugger.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;

/** The workspace has no client that could ask for a token; the words of the acts are those of Home. */
function NoClient() {
  const { addClient, sampleWorkspace } = sharedMessages.home.firstRun;
  return (
    <Empty
      icon={KeyRound}
      title={messages.noClients}
      text={messages.noClientsText}
      actions={
        <>
          <Button kind="ink" icon={KeyRound} onPress={() => openLink(identityPath('clients', '+'))}>
            {addClient}
          </Button>
          <Button onPress={() => runCommand('file.new')}>{sampleWorkspace}</Button>
        </>
      }
    />
  );
}

/** The content of the inspector while there is no run to inspect. */
export function NoRun({ state }: { readonly state: FlowDebuggerState }) {
  if (state.error !== null) {
    return <ProblemNote problem={toProblem(state.error)} actions={<RetryButton onPress={state.retry} />} />;
  }
  if (state.isLoading) return <GhostPanes isLoading />;
  const { choice, sources } = state.choice;
  if (partiesOf(choice.target, sources).clientIds.length === 0) {
    if (choice.target === null) return <NoClient />;
    return <Empty icon={KeyRound} title={messages.noClients} text={messages.noClientsThere(choice.target)} />;
  }
  if (lacksUser(state)) return <NoUser state={state} />;
  return (
    <Empty
      icon={Waypoints}
      title={messages.emptyTitle}
      text={messages.emptyText}
      actions={
        <Button kind="ink" icon={Play} disabled={!state.canRun} onPress={state.runAll}>
          {messages.run}
        </Button>
      }
    />
  );
}
