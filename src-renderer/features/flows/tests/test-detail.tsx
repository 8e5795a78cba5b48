import { Copy, FileText, GitCompare, Play, StepForward } from 'lucide-react';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { copyText } from '#renderer/ui/copy.ts';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { numbers, Table } from '#renderer/ui/table.tsx';
import { formatDateTime, formatElapsed } from '#renderer/words/format.ts';
import { filePath, flowRunPath } from '#renderer/workbench/addresses.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import type { FlowResult } from '#shared/api/index.ts';
import { Expectations } from '../expect/expectations.tsx';
import { flowMessages } from '../words.ts';
import { commandOf, type FlowTest } from './results.ts';
import { StandingMark } from './standing-mark.tsx';
import type { FlowTestsState } from './use-flow-tests.ts';

const messages = flowMessages.flowTests;

interface DetailProps {
  readonly state: FlowTestsState;
  readonly test: FlowTest;
  readonly onStep: (name: string) => void;
}

function Acts({ state, test, onStep }: DetailProps) {
  const { name, history, last } = test;
  const good = history?.lastGoodRunId ?? null;
  const isKept = (id: string | null | undefined) => state.runs.some((run) => run.id === id);
  const [lastId, hasGood] = [last?.runId ?? null, good !== null && good !== last?.runId && isKept(good)];
  return (
    <div className="row wraps tight">
      <Button small icon={Play} disabled={state.isBusy} onPress={() => state.run([name])}>
        {messages.run}
      </Button>
      <Button small icon={StepForward} onPress={() => onStep(name)}>
        {messages.step}
      </Button>
      <SmallGhostButton icon={Copy} onPress={() => void copyText(commandOf([name]), messages.commandCopied)}>
        {messages.copyCommand}
      </SmallGhostButton>
      <SmallGhostButton icon={FileText} onPress={() => openLink(filePath(`flows/${name}.json`))}>
        {messages.openFile}
      </SmallGhostButton>
      {good !== null && hasGood && lastId !== null && isKept(lastId) ? (
        <SmallGhostButton icon={GitCompare} onPress={() => openLink(flowRunPath(lastId, good))}>
          {messages.compare}
        </SmallGhostButton>
      ) : null}
      {good !== null && hasGood ? (
        <SmallGhostButton onPress={() => openLink(flowRunPath(good))}>{messages.openGood}</SmallGhostButton>
      ) : null}
    </div>
  );
}

function ResultRow({ state, result }: { readonly state: FlowTestsState; readonly result: FlowResult }) {
  const { runId, number } = result;
  const isKept = runId !== null && state.runs.some(({ id }) => id === runId);
  return (
    <tr>
      <td>
        <StandingMark of={result.verdict} />
      </td>
      <td className="nowrap">{formatDateTime(result.atMillis)}</td>
      <td className="num mono nowrap">{runId === null ? '' : formatElapsed(result.durationMillis)}</td>
      <td>
        {isKept && number !== null ? (
          <button type="button" className="lnk" onClick={() => openLink(flowRunPath(runId))}>
            {messages.openRun(number)}
          </button>
        ) : (
          <span className="muted">{runId === null ? '' : messages.gone}</span>
        )}
      </td>
    </tr>
  );
}

/** Results of one saved flow: the expectations of its last run, the reasons of a failure, and its history. */
export function TestDetail(props: DetailProps) {
  const { state, test } = props;
  const { name, title, last, history } = test;
  const run = state.runs.find(({ id }) => id === last?.runId);
  const hasExpectations = (run?.expectations.length ?? 0) > 0;
  return (
    <section className="test-detail" aria-label={messages.results(name)}>
      <PaneHead title={messages.detail} />
      <ScrollRegion className="scroll" label={messages.results(name)}>
        <div className="test-head">
          <h3 data-words="data">{name}</h3>
          <p className="ref">{title}</p>
          <Acts {...props} />
        </div>
        {run === undefined ? null : <Expectations run={run} />}
        {last === null || last.reasons.length === 0 || hasExpectations ? null : (
          <section className="test-part" aria-label={messages.why}>
            <h4 className="label">{messages.why}</h4>
            <ul className="lines" data-words="data">
              {last.reasons.map((reason, at) => (
                <li key={`${at} ${reason}`}>{reason}</li>
              ))}
            </ul>
          </section>
        )}
        <section className="test-part" aria-label={messages.historyTitle}>
          <h4 className="label">{messages.historyTitle}</h4>
          {history === null ? (
            <p className="remark">{messages.noResults}</p>
          ) : (
            <Table
              label={messages.historyTitle}
              columns={[
                messages.result,
                messages.columns.age,
                numbers(messages.columns.duration),
                messages.ofRun,
              ]}
            >
              {history.results.map((result, at) => (
                <ResultRow key={`${at} ${result.atMillis}`} state={state} result={result} />
              ))}
            </Table>
          )}
        </section>
      </ScrollRegion>
    </section>
  );
}
