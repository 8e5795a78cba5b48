import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Confirm } from '#renderer/ui/confirm.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { importPath } from '#renderer/workbench/addresses.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import type { ImportReport } from '#shared/api/index.ts';
import { isFreeOf, type OpenImport } from '../use-import.ts';
import { importMessages } from '../words.ts';
import { UndoLoad } from './undo-load.tsx';

const messages = importMessages.importLoad.report;

interface AfterProps {
  readonly state: OpenImport;
  readonly report: ImportReport;
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

/** The actions after a load: retry the failed rows, undo the load, and delete the personal data. */
export function AfterActs({ state, report }: AfterProps) {
  const { view, id, act } = state;
  const { navigate } = useTab();
  const [isForgetting, setIsForgetting] = useState(false);
  const isFree = isFreeOf(state);
  const isKept = view.job.loading.readBefore;
  const { failed, pending } = report.counts;
  const unsent = failed + pending + report.notSent.reduce((sum, { rows }) => sum + rows, 0);
  return (
    <section aria-label={messages.again}>
      <PaneHead title={messages.again} />
      <ul className="imp-after">
        <li>
          <UndoLoad state={state} accepted={report.counts.accepted} />
          <span className="help">{isKept ? messages.undoHelp : messages.noUndo}</span>
        </li>
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
          <Button kind="danger" disabled={!isFree} onPress={() => setIsForgetting(true)}>
            {messages.forget}
          </Button>
          <span className="help">{messages.forgetHelp}</span>
        </li>
      </ul>
      {isForgetting ? <Forgetting state={state} onClose={() => setIsForgetting(false)} /> : null}
    </section>
  );
}
