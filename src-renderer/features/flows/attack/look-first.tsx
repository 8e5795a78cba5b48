import { useState } from 'react';
import { Badge } from '#renderer/ui/badge.tsx';
import { ContextMenu, type MenuAnchor } from '#renderer/ui/context-menu.tsx';
import { ListBox } from '#renderer/ui/list-box.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { formatCount, formatTime } from '#renderer/words/format.ts';
import { casesToLookAt, differenceToFormer, type RunDifference } from './results.ts';
import { isRunPart, RunPart } from './run-part.tsx';
import type { AttackModeState } from './use-attack-mode.ts';
import { VerdictMark } from './verdict-mark.tsx';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

/** Counts what has changed since the previous run; renders nothing if there is none. */
function Changed({ difference }: { readonly difference: RunDifference | null }) {
  if (difference === null) return null;
  const { former, newIds, goneCount } = difference;
  return (
    <span className="muted clip">
      {messages.changedSince(newIds.size, goneCount, formatTime(former.startedAtMillis))}
    </span>
  );
}

export interface LookFirstProps {
  readonly state: AttackModeState;
  readonly onOpen: (id: string) => void;
  readonly onRun: (id: string) => void;
}

/** The cases of a run that need a decision, listed above the whole catalogue. */
export function LookFirst({ state, onOpen, onRun }: LookFirstProps) {
  const [anchor, setAnchor] = useState<MenuAnchor | null>(null);
  const { run, runs, groups, found, view } = state;
  const cases = casesToLookAt(groups, found);
  if (run === null || cases.length === 0) return null;
  const difference = differenceToFormer(run, runs);
  return (
    <div className="attack-first">
      <PaneHead title={messages.lookFirst}>
        <span className="mono muted">{formatCount(cases.length)}</span>
        <span className="push" />
        <Changed difference={difference} />
      </PaneHead>
      <ListBox
        label={messages.lookFirst}
        items={cases}
        selectedId={view.openedId}
        onSelect={({ id }) => onOpen(id)}
        className="scroll attack-first-list"
        itemClass={() => 'attack-first-row inset'}
        onMenu={setAnchor}
        onPart={({ id }, target) => {
          const isRun = isRunPart(target);
          if (isRun) onRun(id);
          return isRun;
        }}
      >
        {({ id, title, severity }) => {
          const verdict = found.get(id);
          return (
            <>
              <span className="mono">{id}</span>
              <span className="clip" title={title} data-words="data">
                {title}
              </span>
              {difference?.newIds.has(id) === true ? <Badge>{messages.isNew}</Badge> : <span />}
              <span className={`muted severity ${severity}`}>{messages.severities[severity]}</span>
              <span className="found">
                {verdict === undefined ? null : <VerdictMark bare of={verdict} />}
              </span>
              <RunPart caseId={id} />
            </>
          );
        }}
      </ListBox>
      {anchor === null || view.openedId === null ? null : (
        <ContextMenu
          label={messages.runCase}
          anchor={anchor}
          entries={[
            {
              id: 'run',
              label: messages.commands.runCase(view.openedId),
              disabled: state.isBusy || state.isRunning || state.target === undefined,
            },
          ]}
          onAction={() => view.openedId !== null && onRun(view.openedId)}
          onClose={() => setAnchor(null)}
        />
      )}
    </div>
  );
}
