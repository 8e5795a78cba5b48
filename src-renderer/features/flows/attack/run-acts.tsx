import { ChevronDown, Play, X } from 'lucide-react';
import { Button } from '#renderer/ui/button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { useSettled } from '#renderer/ui/use-settled.ts';
import { caseIds, filterCatalogue } from './catalogue.ts';
import { casesToLookAt } from './results.ts';
import type { AttackModeState } from './use-attack-mode.ts';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;
type Part = 'selected' | 'failed' | 'open' | 'shown';

/** The parts of the catalogue that can be run on their own, with the ids of their cases. */
function runParts({ view, groups, found }: AttackModeState): Readonly<Record<Part, readonly string[]>> {
  const open = casesToLookAt(groups, found).map(({ id }) => id);
  return {
    selected: [...view.checked],
    failed: open.filter((id) => found.get(id) === 'FAILED'),
    open,
    shown: caseIds(filterCatalogue(groups, view.filter, found)),
  };
}

/** The button of its own takes the first of these that has cases. */
const offered: readonly Part[] = ['selected', 'failed', 'open'];
const partOrder: readonly Part[] = [...offered, 'shown'];

export interface RunActsProps {
  readonly state: AttackModeState;
  /** Starts the cases with these ids; null: all. */
  readonly onStart: (only: readonly string[] | null) => void;
}

/** Runs a part of the catalogue or all of it; while a run is in progress its last button cancels it. */
export function RunActs({ state, onStart }: RunActsProps) {
  const { isBusy, isRunning, target } = state;
  const canStart = !isBusy && !isRunning && target !== undefined && state.groups.length > 0;
  const canPress = useSettled(isRunning ? 'cancel' : 'run');
  const parts = runParts(state);
  const first = offered.find((part) => parts[part].length > 0) ?? 'selected';
  return (
    <>
      <span className="row attack-parts">
        <Button disabled={!canStart || parts[first].length === 0} onPress={() => onStart(parts[first])}>
          {messages.runPart[first](parts[first].length)}
        </Button>
        <Menu
          label={messages.runParts}
          icon={ChevronDown}
          entries={partOrder.map((part) => ({
            id: part,
            label: messages.runPart[part](parts[part].length),
            disabled: !canStart || parts[part].length === 0,
          }))}
          onAction={(part) => onStart(parts[part])}
        />
      </span>
      {isRunning ? (
        <Button icon={X} keyHint="shift+f5" disabled={!canPress} onPress={state.cancel}>
          {messages.cancel}
        </Button>
      ) : (
        <Button
          kind="ink"
          icon={Play}
          keyHint="ctrl+enter"
          disabled={!canStart || !canPress}
          onPress={() => onStart(null)}
        >
          {messages.runAll}
        </Button>
      )}
    </>
  );
}
