import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { RetryButton, SmallGhostButton } from '#renderer/ui/button.tsx';
import { Confirm } from '#renderer/ui/confirm.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { Tabs } from '#renderer/ui/tabs.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { attackPath } from '#renderer/workbench/addresses.ts';
import { useCommands } from '#renderer/workbench/commands.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import type { AttackTargetView } from '#shared/api/index.ts';
import { AttackStrip } from './attack-strip.tsx';
import { AttackToolbar } from './attack-toolbar.tsx';
import { type AttackView, changeView, emptyFilter } from './attack-view.ts';
import { caseIds } from './catalogue.ts';
import { CataloguePane } from './catalogue-pane.tsx';
import { DetailPane } from './detail-pane.tsx';
import { type AttackModeState, useAttackMode } from './use-attack-mode.ts';
import { attackMessages } from './words.ts';
import './attack.css';

const messages = attackMessages.attacks;
const openCase = (openedId: string) => changeView({ openedId });

/** Opens the case that the address names, with no filter that hides it; the address is then that of the catalogue. */
function useAskedCase({ groups, isLoading }: AttackModeState): void {
  const { address, navigate } = useTab();
  const asked = address?.query.get('case') ?? null;
  const open = useEffectEvent((caseId: string) => {
    if (caseIds(groups).includes(caseId))
      changeView({ openedId: caseId, filter: emptyFilter, pane: 'detail' });
    else toast(messages.noCase(caseId));
    navigate(attackPath());
  });
  useEffect(() => {
    if (asked !== null && !isLoading) open(asked);
  }, [asked, isLoading]);
}

interface PanesProps {
  readonly state: AttackModeState;
  readonly onStart: (only: readonly string[] | null) => void;
}

const tabs = [
  { id: 'list', label: messages.catalogue },
  { id: 'detail', label: messages.detail },
] as const;

/** One pane at a time behind tabs; opening a case goes to it. */
function NarrowPanes({ state, onStart }: PanesProps) {
  const tab = state.view.pane;
  const setTab = (pane: AttackView['pane']) => changeView({ pane });
  const [isOpened, setIsOpened] = useState(false);
  return (
    <Tabs
      label={messages.panes}
      tabs={tabs}
      selected={tab}
      onSelect={(id) => {
        setIsOpened(false);
        setTab(id);
      }}
    >
      {tab === 'list' ? (
        <CataloguePane
          state={state}
          onStart={onStart}
          onOpen={(id) => {
            openCase(id);
            setIsOpened(true);
            setTab('detail');
          }}
        />
      ) : (
        <DetailPane state={state} onStart={onStart} takesFocus={isOpened} />
      )}
    </Tabs>
  );
}

interface ConfirmTargetProps {
  readonly target: AttackTargetView;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function ConfirmTarget({ target, isBusy, onConfirm, onClose }: ConfirmTargetProps) {
  const { host } = new URL(target.origin);
  return (
    <Confirm
      title={messages.confirmTitle(target.title)}
      text={messages.confirm(target.origin)}
      act={messages.confirmAct}
      typed={{ text: host, label: messages.confirmLabel(host) }}
      isBusy={isBusy}
      onAct={onConfirm}
      onClose={onClose}
    />
  );
}

function useAttackCommands(state: AttackModeState, start: (only: readonly string[] | null) => void): void {
  const { isRunning, isBusy, view } = state;
  const isDisabled = isRunning || isBusy || state.target === undefined;
  useCommands([
    {
      id: 'attack.run-all',
      title: messages.commands.runAll,
      group: 'run',
      keys: ['ctrl+enter'],
      isInMenu: true,
      isDisabled,
      run: () => start(null),
    },
    {
      id: 'attack.run-chosen',
      title: messages.commands.runChosen,
      group: 'run',
      keys: ['f5'],
      isInMenu: true,
      isOfSelection: true,
      isDisabled: isDisabled || view.checked.size === 0,
      run: () => start([...view.checked]),
    },
    {
      id: 'attack.run-case',
      title: messages.commands.runCase(view.openedId ?? ''),
      group: 'run',
      keys: ['r'],
      within: '.attack',
      isOfSelection: true,
      isDisabled: isDisabled || view.openedId === null,
      run: () => view.openedId !== null && start([view.openedId]),
    },
    {
      id: 'attack.cancel',
      title: messages.commands.cancel,
      group: 'run',
      keys: ['shift+f5'],
      isInMenu: true,
      isDisabled: !isRunning,
      run: state.cancel,
    },
  ]);
}

/** A run that waits for confirmation of its server. */
interface Pending {
  readonly target: AttackTargetView;
  readonly only: readonly string[] | null;
}

/**
 * The attack mode: runs the catalogue against a server, and shows the attacks that succeed, with their
 * consequences.
 */
export function AttackMode({ modeSwitch }: { readonly modeSwitch: ReactNode }) {
  const state = useAttackMode();
  const { isNarrow } = useTab();
  const [pending, setPending] = useState<Pending | null>(null);
  const { target, problem, error } = state;
  const start = (only: readonly string[] | null) => {
    if (target === undefined || state.isRunning) return;
    if (target.needsConfirmation && !target.isConfirmed) setPending({ target, only });
    else state.start(only);
  };
  useAttackCommands(state, start);
  useAskedCase(state);
  return (
    <div className="attack">
      <AttackToolbar state={state} modeSwitch={modeSwitch} onStart={start} />
      <AttackStrip state={state} />
      {problem === null ? null : (
        <ProblemNote
          problem={problem}
          actions={<SmallGhostButton onPress={state.dismiss}>{messages.dismiss}</SmallGhostButton>}
        />
      )}
      {error !== null && (isNarrow || state.view.openedId !== null) ? (
        <ProblemNote problem={error} actions={<RetryButton onPress={state.retry} />} />
      ) : null}
      {isNarrow ? (
        <NarrowPanes state={state} onStart={start} />
      ) : (
        <div className="attack-grid">
          <CataloguePane state={state} onOpen={openCase} onStart={start} />
          <DetailPane state={state} onStart={start} />
        </div>
      )}
      {pending === null ? null : (
        <ConfirmTarget
          target={pending.target}
          isBusy={state.isBusy}
          onConfirm={() => {
            state.confirmAndStart(pending.target, pending.only);
            setPending(null);
          }}
          onClose={() => setPending(null)}
        />
      )}
    </div>
  );
}
