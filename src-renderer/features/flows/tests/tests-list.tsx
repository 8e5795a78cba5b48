import { Play, StepForward } from 'lucide-react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { acts, OpenedRow, Table } from '#renderer/ui/table.tsx';
import { formatAge, formatDateTime, formatElapsed } from '#renderer/words/format.ts';
import { flowMessages } from '../words.ts';
import type { FlowTest } from './results.ts';
import { HistoryStrip, LastResult } from './standing-mark.tsx';
import type { FlowTestsState } from './use-flow-tests.ts';

const messages = flowMessages.flowTests;
const { columns } = messages;

export interface TestsListProps {
  readonly state: FlowTestsState;
  readonly onOpen: (name: string) => void;
  readonly onStep: (name: string) => void;
}

interface RowProps extends TestsListProps {
  readonly test: FlowTest;
}

function Row({ state, test, onOpen, onStep }: RowProps) {
  const { name, title, clientId, target, expectations, last, history } = test;
  return (
    <OpenedRow onOpen={() => onOpen(name)}>
      <td>
        <LastResult test={test} />
      </td>
      <td className="flow-name">
        <button
          type="button"
          className="lnk strong"
          aria-current={state.selected?.name === name}
          onClick={() => onOpen(name)}
        >
          {name}
        </button>
        <span className="ref">{title}</span>
      </td>
      <td className="wide-only" data-words="data">
        {messages.plays(clientId, target ?? messages.hosted)}
      </td>
      <td className="num mono mid-only">{expectations.length}</td>
      <td className="nowrap mid-only" title={last === null ? '' : formatDateTime(last.atMillis)}>
        {last === null ? '' : formatAge(state.readAtMillis - last.atMillis)}
      </td>
      <td className="num mono nowrap mid-only">
        {last === null || last.runId === null ? '' : formatElapsed(last.durationMillis)}
      </td>
      <td className="mid-only">
        <HistoryStrip history={history} />
      </td>
      <td className="acts">
        <SmallGhostButton icon={StepForward} label={messages.stepNamed(name)} onPress={() => onStep(name)} />
        <SmallGhostButton
          icon={Play}
          label={messages.runNamed(name)}
          disabled={state.isBusy}
          onPress={() => state.run([name])}
        />
      </td>
    </OpenedRow>
  );
}

/** The saved flows with their last results. */
export function TestsList(props: TestsListProps) {
  const { state } = props;
  return (
    <section className="tests-list" aria-label={messages.list}>
      <PaneHead title={messages.list} />
      <ScrollRegion className="scroll" label={messages.list}>
        {state.shown.length === 0 ? <p className="remark">{messages.noneLeft}</p> : null}
        <Table
          label={messages.title}
          columns={[
            columns.verdict,
            columns.flow,
            { head: columns.plays, className: 'wide-only' },
            { head: columns.expected, className: 'num mid-only' },
            { head: columns.age, className: 'mid-only' },
            { head: columns.duration, className: 'num mid-only' },
            { head: columns.history, className: 'mid-only' },
            acts,
          ]}
        >
          {state.shown.map((test) => (
            <Row key={test.name} {...props} test={test} />
          ))}
        </Table>
      </ScrollRegion>
    </section>
  );
}
