import { Download, X } from 'lucide-react';
import { toProblem } from '#renderer/api/problem.ts';
import { Bar } from '#renderer/ui/bar.tsx';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { formatBytes } from '#renderer/words/format.ts';
import { importOutputs } from '#shared/api/consents.ts';
import { importMessages } from '../words.ts';
import { type Saving, useSaving } from './use-saving.ts';

const messages = importMessages.importLoad.report;

function Going({ going, onStop }: { readonly going: Saving; readonly onStop: () => void }) {
  const { what, receivedBytes, sizeBytes } = going;
  return (
    <div className="imp-saving">
      <Bar label={messages.outputs[what]} done={receivedBytes} total={sizeBytes} />
      <span className="mono">
        {sizeBytes === null ? '' : messages.saving(formatBytes(receivedBytes), formatBytes(sizeBytes))}
      </span>
      <SmallGhostButton icon={X} onPress={onStop}>
        {messages.stopSaving}
      </SmallGhostButton>
    </div>
  );
}

/** The files that an import gives out. */
export function Outputs({ id, isForgotten }: { readonly id: string; readonly isForgotten: boolean }) {
  const { going, error, save, stop } = useSaving(id);
  const offered = importOutputs.filter(
    (what) => !isForgotten || what === 'report-html' || what === 'report-json',
  );
  return (
    <section aria-label={messages.files}>
      <PaneHead title={messages.files} />
      {error === null ? null : <ProblemNote problem={toProblem(error)} />}
      <ul className="imp-outputs">
        {offered.map((what) => (
          <li key={what}>
            <span className="strong">{messages.outputs[what]}</span>
            <SmallGhostButton
              icon={Download}
              label={messages.save(messages.outputs[what])}
              disabled={going !== null}
              onPress={() => save(what)}
            />
            <span className="help">{messages.outputHelp[what]}</span>
            {going?.what === what ? <Going going={going} onStop={stop} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
