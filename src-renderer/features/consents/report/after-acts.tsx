import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Confirm } from '#renderer/ui/confirm.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { importPath } from '#renderer/workbench/addresses.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import type { ImportReport, ImportState } from '#shared/api/index.ts';
import type { OpenImport } from '../use-import.ts';
import { useTargets } from '../use-targets.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.importLoad.report;

interface AfterProps {
  readonly state: OpenImport;
  readonly report: ImportReport;
}

function Undoing({ state, report, onClose }: AfterProps & { readonly onClose: () => void }) {
  const { target } = useTargets(state);
  const isSandbox = target?.isSandbox === true;
  const name = state.view.job.target ?? '';
  return (
    <Confirm
      title={messages.undoing.title}
      text={messages.undoing.text(report.counts.accepted, target?.displayName ?? name)}
      act={messages.undoing.act}
      {...(isSandbox ? {} : { typed: { text: name, label: importMessages.imports.match.typeTarget(name) } })}
      onAct={() => {
        onClose();
        state.act((client) => client.imports.undo({ id: state.id, confirm: isSandbox ? null : name }));
      }}
      onClose={onClose}
    />
  );
}

function Forgetting({ state, onClose }: Omit<AfterProps, 'report'> & { readonly onClose: () => void }) {
  return (
    <Confirm
      title={messages.forgetting.title}
      text={messages.forgetting.text}
      act={messages.forgetting.act}
      onAct={() => {
        onClose();
        state.act((client) => client.imports.forget({ id: state.id }));
      }}
      onClose={onClose}
    />
  );
}

/** Nothing is being sent, or taken back. */
const overStates: readonly ImportState[] = ['loaded', 'paused', 'halted', 'cancelled', 'undone'];

/** The actions after a load: retry the failed rows, undo the load, and delete the personal data. */
export function AfterActs({ state, report }: AfterProps) {
  const { view, id, act, isActing, isWorking } = state;
  const { navigate } = useTab();
  const [asked, setAsked] = useState<'undo' | 'forget' | null>(null);
  const isOver = overStates.includes(view.state);
  const isFree = isOver && !isActing && !isWorking && !view.isForgotten;
  const canUndo = view.state !== 'undone' && report.counts.accepted > 0;
  const isKept = view.job.loading.readBefore;
  const { failed, pending } = report.counts;
  const unsent = failed + pending + report.notSent.reduce((sum, { rows }) => sum + rows, 0);
  const close = () => setAsked(null);
  return (
    <section aria-label={messages.again}>
      <PaneHead title={messages.again} />
      <ul className="imp-after">
        <li>
          <Button
            disabled={!isFree || view.state === 'undone' || unsent === 0}
            onPress={() =>
              act(
                (client) => client.imports.retryFailed({ id }),
                ({ job }) => navigate(importPath(job.id)),
              )
            }
          >
            {messages.retry}
          </Button>
          <span className="help">{messages.retryHelp}</span>
        </li>
        <li>
          <Button disabled={!isFree || !canUndo || !isKept} onPress={() => setAsked('undo')}>
            {messages.undo}
          </Button>
          <span className="help">{isKept ? messages.undoHelp : messages.noUndo}</span>
        </li>
        <li>
          <Button kind="danger" disabled={!isFree} onPress={() => setAsked('forget')}>
            {messages.forget}
          </Button>
          <span className="help">{messages.forgetHelp}</span>
        </li>
      </ul>
      {asked === 'undo' ? <Undoing state={state} report={report} onClose={close} /> : null}
      {asked === 'forget' ? <Forgetting state={state} onClose={close} /> : null}
    </section>
  );
}
