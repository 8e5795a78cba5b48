import { Disc } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { JsonCode } from '#renderer/ui/code.tsx';
import { Drawn } from '#renderer/ui/icon.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { ChosenExchange } from '#renderer/workbench/use-chosen-exchange.tsx';
import type { ConnectorRun } from '#shared/connectors/trace.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import { studioMessages } from '../words.ts';
import { RecordDialog } from './recordings.tsx';
import { StepView } from './step-view.tsx';

const messages = studioMessages.connectorConsole;

/** How a run ended. The test of a remote that does not answer is no failure of the operation, and yet none passed. */
function endOf({ isDryRun, problem, result }: ConnectorRun): 'skipped' | 'passed' | 'failed' {
  if (isDryRun) return 'skipped';
  const isRefused = isJsonObject(result) && result['ok'] === false;
  return problem === null && !isRefused ? 'passed' : 'failed';
}

function endWord(run: ConnectorRun): string {
  return run.isDryRun ? messages.dry : sharedMessages.verdicts[endOf(run)];
}

const tones = { skipped: 'muted', passed: 'c-ok', failed: 'c-danger' } as const;

/** How a run ended, where there is no room for the word. */
export function RunMark({ run }: { readonly run: ConnectorRun }) {
  const end = endOf(run);
  return (
    <span className={tones[end]} title={endWord(run)}>
      <Drawn name={end} small />
      <span className="vh">{endWord(run)}</span>
    </span>
  );
}

/** The result that the host would return; on failure, its error status and body. */
function Outcome({ run }: { readonly run: ConnectorRun }) {
  const hasResult = run.result !== null;
  if (!hasResult && run.hostError === null) return null;
  const title = hasResult ? messages.result : messages.hostError;
  return (
    <section className="studio-result" aria-label={title}>
      <h4 className="label">{title}</h4>
      <JsonCode text={JSON.stringify(hasResult ? run.result : run.hostError, null, 2)} />
    </section>
  );
}

export interface RunViewProps {
  readonly file: string;
  readonly run: ConnectorRun;
  /** Among the requests of every run of the console: those of two runs can be compared. */
  readonly exchanges: ChosenExchange;
}

/** The outcome of a run: every request in order, and the result as the host would return it. */
export function RunView({ file, run, exchanges }: RunViewProps) {
  const [isRecording, setIsRecording] = useState(false);
  return (
    <div className="studio-run">
      <header className="row tight wraps studio-run-head">
        <Verdict of={endOf(run)} bare word={endWord(run)} />
        <span className="strong">{messages.operations[run.operation]}</span>
        <span className="mono muted">{run.objectType}</span>
        <span className="muted">{messages.requests(run.steps.length)}</span>
        <span className="push" />
        {run.isDryRun ? null : (
          <Button small icon={Disc} onPress={() => setIsRecording(true)}>
            {messages.record}
          </Button>
        )}
      </header>
      <ScrollRegion label={messages.runRegion}>
        {run.problem === null ? null : <ProblemNote problem={run.problem} />}
        <div className="studio-run-cols">
          <div className="studio-steps">
            {run.steps.map((step, index) => (
              <StepView key={`${run.id} ${index}`} step={step} exchanges={exchanges} />
            ))}
          </div>
          <Outcome run={run} />
        </div>
      </ScrollRegion>
      {isRecording ? <RecordDialog file={file} run={run} onClose={() => setIsRecording(false)} /> : null}
    </div>
  );
}
