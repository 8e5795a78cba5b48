import { Ban, Ellipsis, GitCompare, Hand, type LucideIcon, Pause, Play } from 'lucide-react';
import { useRef } from 'react';
import type { FlowRun } from '#shared/api/index.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListBox } from '../../ui/list-box.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PaneHead } from '../../ui/pane-head.tsx';
import { Verdict } from '../../ui/verdict.tsx';
import { formatTime } from '../../words/format.ts';
import { strings } from '../../words/strings.ts';
import type { HarActs } from './use-har.ts';

const words = strings.runs;

const openStates: Record<Exclude<FlowRun['state'], 'passed' | 'failed'>, LucideIcon> = {
  'waiting-for-browser': Hand,
  paused: Pause,
  running: Play,
  cancelled: Ban,
};

function RunState({ state }: { readonly state: FlowRun['state'] }) {
  if (state === 'passed' || state === 'failed') return <Verdict of={state} bare />;
  return (
    <span className="verdict bare">
      <Icon of={openStates[state]} small />
      {words.states[state]}
    </span>
  );
}

export interface RunsProps {
  readonly runs: readonly FlowRun[];
  readonly selected: FlowRun | null;
  readonly isLoading: boolean;
  readonly onSelect: (run: FlowRun) => void;
  /** The run that Compare takes beside the selected one. */
  readonly other: FlowRun | null;
  readonly onCompare: () => void;
  readonly har: HarActs;
}

function RunsMenu({ run, har }: { readonly run: FlowRun | null; readonly har: HarActs }) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu
        label={words.menu}
        icon={Ellipsis}
        entries={[
          { id: 'export', label: words.exportHar, disabled: run === null },
          { id: 'import', label: words.importHar },
        ]}
        onAction={(id) => {
          if (id === 'import') file.current?.click();
          else if (run !== null) har.exportRun(run);
        }}
      />
      <input
        ref={file}
        type="file"
        className="vh"
        accept=".har,application/json"
        aria-label={words.importHar}
        tabIndex={-1}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen !== undefined) har.importFile(chosen);
          event.target.value = '';
        }}
      />
    </>
  );
}

/** The runs of this session, newest first. */
export function Runs({ runs, selected, isLoading, onSelect, other, onCompare, har }: RunsProps) {
  return (
    <section className="runs" aria-label={words.title}>
      <PaneHead title={words.title}>
        <span className="push" />
        {selected === null || other === null ? null : (
          <Button small kind="ghost" icon={GitCompare} onPress={onCompare}>
            {words.compare(Math.min(selected.number, other.number), Math.max(selected.number, other.number))}
          </Button>
        )}
        <RunsMenu run={selected} har={har} />
      </PaneHead>
      {runs.length === 0 ? (
        <p className="remark">{isLoading ? '' : words.empty}</p>
      ) : (
        <ListBox
          className="scroll"
          label={words.list}
          items={runs}
          selectedId={selected?.id ?? null}
          onSelect={onSelect}
          itemClass={() => 'run inset'}
        >
          {(run) => (
            <>
              <span className="mono">{run.number}</span>
              <RunState state={run.state} />
              <span className="mono clip" title={run.clientId}>
                {run.clientId}
              </span>
              <span className="num mono muted">{formatTime(run.startedAtMillis)}</span>
            </>
          )}
        </ListBox>
      )}
    </section>
  );
}
