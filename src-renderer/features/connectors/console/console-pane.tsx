import { ChevronDown, ChevronUp, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Confirm } from '#renderer/ui/confirm.tsx';
import { ListBox } from '#renderer/ui/list-box.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { formatTime } from '#renderer/words/format.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import { useChosenExchange } from '#renderer/workbench/use-chosen-exchange.tsx';
import type { Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';
import { OperationForm } from './operation-form.tsx';
import { RecordingsDialog } from './recordings.tsx';
import { RunMark, RunView } from './run-view.tsx';
import { stepText } from './step-view.tsx';
import type { Console } from './use-console.ts';

const messages = studioMessages.connectorConsole;

export interface ConsoleProps {
  readonly studio: Studio;
  readonly runner: Console;
}

/** Runs of this session, the newest first. */
function History({ runner }: { readonly runner: Console }) {
  return (
    <ListBox
      label={messages.history}
      items={runner.runs}
      selectedId={runner.run?.id ?? null}
      onSelect={({ id }) => runner.choose(id)}
      className="studio-history scroll"
      itemClass={() => 'studio-history-line inset'}
    >
      {(run) => (
        <>
          <span className="mono muted">{formatTime(run.startedAtMillis)}</span>
          <span className="clip">{messages.operations[run.operation]}</span>
          <RunMark run={run} />
        </>
      )}
    </ListBox>
  );
}

/** Every operation of the connector, run with the present document, with its whole traffic. */
export function ConsolePane({ studio, runner }: ConsoleProps) {
  const { isNarrow } = useTab();
  const [isVerifying, setIsVerifying] = useState(false);
  const exchanges = useChosenExchange({
    prefix: 'connectors.console',
    within: '.studio-steps',
    name: messages.title,
    hasValues: true,
    textIn: stepText,
  });
  const { unconfirmed, problem, run } = runner;
  const isOpen = isNarrow || studio.kept.isConsoleOpen;
  const host = studio.system?.serviceUri ?? '';
  return (
    <section className="studio-console" aria-label={messages.title}>
      <PaneHead title={messages.title}>
        {runner.isBusy ? <span className="muted">{messages.running}</span> : null}
        <span className="push" />
        <SmallGhostButton icon={ListChecks} onPress={() => setIsVerifying(true)}>
          {studioMessages.connectorConsole.recordings.title}
        </SmallGhostButton>
        {isNarrow ? null : (
          <SmallGhostButton
            icon={isOpen ? ChevronDown : ChevronUp}
            label={isOpen ? messages.close : messages.open}
            expanded={isOpen}
            onPress={() => studio.keep({ isConsoleOpen: !isOpen })}
          />
        )}
      </PaneHead>
      {isOpen ? (
        <div className="studio-console-body">
          <OperationForm studio={studio} runner={runner} />
          <History runner={runner} />
          <div className="studio-outcome">
            {problem === null ? null : <ProblemNote problem={problem} />}
            {run === null ? (
              <p className="remark">{messages.empty}</p>
            ) : (
              <RunView key={run.id} file={studio.fileName} run={run} exchanges={exchanges} />
            )}
          </div>
        </div>
      ) : null}
      {exchanges.overlay}
      {isVerifying ? <RecordingsDialog studio={studio} onClose={() => setIsVerifying(false)} /> : null}
      {unconfirmed === null ? null : (
        <Confirm
          title={messages.confirmTitle}
          text={messages.confirmText(messages.operations[unconfirmed.operation], host)}
          act={messages.confirmAct}
          onAct={() => runner.confirm(true)}
          onClose={() => runner.confirm(false)}
        />
      )}
    </section>
  );
}
