import { Ban, Ellipsis, GitCompare, Hand, type LucideIcon, Pause, Play } from 'lucide-react';
import { useRef } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { SideMark } from '#renderer/ui/compare/side-mark.tsx';
import { FileChooser } from '#renderer/ui/file-chooser.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { ListBox } from '#renderer/ui/list-box.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import { formatTime } from '#renderer/words/format.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { runFiles } from '#shared/exports/index.ts';
import { acceptOf, idsOf } from '#shared/files/index.ts';
import type { RunCompare } from '../compare/use-run-compare.ts';
import type { RunFiles } from './use-run-files.ts';

const messages = sharedMessages.runs;

const openStates: Record<Exclude<FlowRun['state'], 'passed' | 'failed'>, LucideIcon> = {
  'waiting-for-browser': Hand,
  paused: Pause,
  running: Play,
  cancelled: Ban,
};

/** Where something is expected of a run, that decides: one that was to be refused has passed if it was. */
export function RunState({ run }: { readonly run: FlowRun }) {
  const { state } = run;
  const expectations = (run as Partial<FlowRun>).expectations ?? [];
  const isBroken = expectations.some(({ outcome }) => outcome === 'broken');
  const isMet = expectations.length > 0 && expectations.every(({ outcome }) => outcome === 'met');
  if (state === 'passed' || state === 'failed')
    return <Verdict of={isBroken ? 'failed' : isMet ? 'passed' : state} bare />;
  return (
    <span className="verdict bare">
      <Icon of={openStates[state]} small />
      {messages.states[state]}
    </span>
  );
}

interface RunAboutProps {
  readonly run: FlowRun;
  /** The run before it; undefined: there is none. */
  readonly below: FlowRun | undefined;
}

/** The marks by which a run is told apart: its client, and its edits, else its flow where that is another one than below. */
function RunAbout({ run, below }: RunAboutProps) {
  const { title, clientId, edits } = run;
  return (
    <span className="run-about" title={[clientId, title, edits].filter((text) => text !== '').join(', ')}>
      <span className="mono clip">{clientId}</span>
      {edits !== '' || below?.title === title ? null : <span className="muted">{title}</span>}
      {edits === '' ? null : <span className="bind edited">{edits}</span>}
    </span>
  );
}

export interface RunsProps {
  readonly runs: readonly FlowRun[];
  readonly selected: FlowRun | null;
  readonly isLoading: boolean;
  readonly onSelect: (run: FlowRun) => void;
  readonly compare: RunCompare;
  readonly files: RunFiles;
  readonly onReplay: (run: FlowRun) => void;
  readonly onSave: () => void;
  readonly onSaved: () => void;
}

/** The side of a run in the comparison: A while it is marked or compared, B beside it. */
function RunSide({
  run,
  compare: { marked, pair },
}: {
  readonly run: FlowRun;
  readonly compare: RunCompare;
}) {
  if (run.id === (pair?.left.id ?? marked?.id)) return <SideMark of="left" />;
  return run.id === pair?.right.id ? <SideMark of="right" /> : null;
}

type MenuProps = Pick<RunsProps, 'files' | 'onReplay' | 'onSave' | 'onSaved'> & {
  readonly run: FlowRun | null;
};

function RunsMenu({ run, files, onReplay, onSave, onSaved }: MenuProps) {
  const file = useRef<HTMLInputElement>(null);
  const disabled = run === null;
  return (
    <>
      <Menu
        label={messages.menu}
        icon={Ellipsis}
        entries={[
          { id: 'replay', label: messages.replay, disabled },
          { id: 'save', label: messages.save, disabled },
          { id: 'saved', label: messages.saved },
          ...idsOf(runFiles).map((id) => ({ id, label: messages.exportAs[id], disabled })),
          { id: 'import', label: messages.importHar },
        ]}
        onAction={(id) => {
          if (id === 'import') file.current?.click();
          else if (id === 'saved') onSaved();
          else if (run === null) return;
          else if (id === 'replay') onReplay(run);
          else if (id === 'save') onSave();
          else files.exportRun(run, id);
        }}
      />
      <FileChooser
        ref={file}
        label={messages.importHar}
        accept={acceptOf([runFiles.har])}
        onFiles={([chosen]) => files.importFile(chosen)}
      />
    </>
  );
}

/** The runs of this session, newest first. */
export function Runs(props: RunsProps) {
  const { runs, selected, isLoading, onSelect, compare } = props;
  const { other, start } = compare;
  return (
    <section className="runs" aria-label={messages.title}>
      <PaneHead title={messages.title}>
        <span className="push" />
        {selected === null || other === null || start === undefined ? null : (
          <SmallGhostButton icon={GitCompare} onPress={start}>
            {messages.compare(
              Math.min(selected.number, other.number),
              Math.max(selected.number, other.number),
            )}
          </SmallGhostButton>
        )}
        <RunsMenu
          run={selected}
          files={props.files}
          onReplay={props.onReplay}
          onSave={props.onSave}
          onSaved={props.onSaved}
        />
      </PaneHead>
      {runs.length === 0 ? (
        <p className="remark">{isLoading ? '' : messages.empty}</p>
      ) : (
        <ListBox
          className="scroll"
          label={messages.list}
          items={runs}
          selectedId={selected?.id ?? null}
          onSelect={onSelect}
          itemClass={() => 'run inset'}
        >
          {(run) => (
            <>
              <span className="row tight">
                <span className="mono">{run.number}</span>
                <RunSide run={run} compare={compare} />
              </span>
              <RunState run={run} />
              <RunAbout run={run} below={runs[runs.indexOf(run) + 1]} />
              <span className="num mono muted">{formatTime(run.startedAtMillis)}</span>
            </>
          )}
        </ListBox>
      )}
    </section>
  );
}
