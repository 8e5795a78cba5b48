import { KeyRound, Play, Waypoints } from 'lucide-react';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { partiesOf } from './choice.ts';
import { lacksUser, NoUser } from './no-user.tsx';
import { GhostPanes } from './skeleton.tsx';
import type { FlowDebuggerState } from './use-flow-debugger.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;

/** The content of the inspector while there is no run to inspect. */
export function NoRun({ state }: { readonly state: FlowDebuggerState }) {
  if (state.error !== null) {
    return (
      <ProblemNote
        problem={toProblem(state.error)}
        actions={
          <Button small onPress={state.retry}>
            {sharedMessages.common.retry}
          </Button>
        }
      />
    );
  }
  if (state.isLoading) return <GhostPanes isLoading />;
  const { choice, sources } = state.choice;
  if (partiesOf(choice.target, sources).clientIds.length === 0) {
    const text = choice.target === null ? messages.noClientsText : messages.noClientsThere(choice.target);
    return <Empty icon={KeyRound} title={messages.noClients} text={text} />;
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
