import { Play, Target } from 'lucide-react';
import { Button, RetryButton } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { CaseDetail } from './case-detail.tsx';
import { caseIds } from './catalogue.ts';
import type { AttackModeState } from './use-attack-mode.ts';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

export interface DetailPaneProps {
  readonly state: AttackModeState;
  readonly onStart: (only: readonly string[] | null) => void;
  readonly takesFocus?: boolean;
}

/** The content of the pane while no case is open. */
function NoCase({ state, onStart }: DetailPaneProps) {
  if (state.error !== null) {
    return <ProblemNote problem={state.error} actions={<RetryButton onPress={state.retry} />} />;
  }
  if (state.isLoading) return null;
  if (state.run !== null)
    return <Empty icon={Target} title={messages.noneOpenTitle} text={messages.noneOpen} />;
  return (
    <Empty
      icon={Target}
      title={messages.emptyTitle}
      text={messages.empty(caseIds(state.groups).length)}
      actions={
        <Button icon={Play} disabled={state.isBusy} onPress={() => onStart(null)}>
          {messages.runAll}
        </Button>
      }
    />
  );
}

/** The case that is open. */
export function DetailPane({ state, onStart, takesFocus = false }: DetailPaneProps) {
  const attack = state.groups.flatMap(({ cases }) => cases).find(({ id }) => id === state.view.openedId);
  return (
    <section className="attack-detail" aria-label={messages.detail}>
      {attack === undefined ? (
        <NoCase state={state} onStart={onStart} />
      ) : (
        <CaseDetail key={attack.id} state={state} onStart={onStart} attack={attack} takesFocus={takesFocus} />
      )}
    </section>
  );
}
