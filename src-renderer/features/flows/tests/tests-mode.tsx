import { ListChecks } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, RetryButton, SmallGhostButton } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ProblemLine } from '#renderer/ui/note.tsx';
import { Tabs } from '#renderer/ui/tabs.tsx';
import { useCommands } from '#renderer/workbench/commands.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import type { FlowBrowser } from '#shared/api/index.ts';
import type { RunActions } from '../use-run-actions.ts';
import { flowMessages } from '../words.ts';
import { TestDetail } from './test-detail.tsx';
import { TestsList } from './tests-list.tsx';
import { TestsStrip } from './tests-strip.tsx';
import { notPassed, TestsToolbar } from './tests-toolbar.tsx';
import { type FlowTestsState, useFlowTests } from './use-flow-tests.ts';
import './tests.css';

const messages = flowMessages.flowTests;

const tabs = [
  { id: 'list', label: messages.list },
  { id: 'detail', label: messages.detail },
] as const;

interface PanesProps {
  readonly state: FlowTestsState;
  readonly onStep: (name: string) => void;
}

function Panes({ state, onStep }: PanesProps) {
  const { isNarrow } = useTab();
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('list');
  const { selected } = state;
  const list = (
    <TestsList
      state={state}
      onStep={onStep}
      onOpen={(name) => {
        state.select(name);
        setTab('detail');
      }}
    />
  );
  const detail = selected === null ? null : <TestDetail state={state} test={selected} onStep={onStep} />;
  if (!isNarrow)
    return (
      <div className="tests-grid">
        {list}
        {detail}
      </div>
    );
  return (
    <Tabs label={messages.panes} tabs={tabs} selected={tab} onSelect={setTab}>
      {tab === 'list' ? list : detail}
    </Tabs>
  );
}

function useTestCommands(state: FlowTestsState): void {
  const { selected, suite, isBusy } = state;
  const shown = state.shown.map(({ name }) => name);
  const failed = notPassed(state);
  const common = { group: 'run' } as const;
  useCommands([
    {
      ...common,
      id: 'flow-tests.run-all',
      title: messages.commands.runAll,
      keys: ['ctrl+enter'],
      isInMenu: true,
      isDisabled: isBusy || shown.length === 0,
      run: () => state.run(shown),
    },
    {
      ...common,
      id: 'flow-tests.run-failed',
      title: messages.commands.runFailed,
      keys: ['f5'],
      isDisabled: isBusy || failed.length === 0,
      run: () => state.run(failed),
    },
    {
      ...common,
      id: 'flow-tests.run-one',
      title: messages.commands.runOne(selected?.name ?? ''),
      keys: ['r'],
      within: '.tests',
      isOfSelection: true,
      isDisabled: isBusy || selected === null,
      run: () => selected !== null && state.run([selected.name]),
    },
    {
      ...common,
      id: 'flow-tests.cancel',
      title: messages.commands.cancel,
      keys: ['shift+f5'],
      isInMenu: true,
      isDisabled: suite === null,
      run: state.cancel,
    },
  ]);
}

export interface TestsModeProps {
  readonly modeSwitch: ReactNode;
  /** The browser in which a flow is stepped through. */
  readonly browser: FlowBrowser;
  readonly actions: RunActions;
  readonly onRuns: () => void;
}

/** The saved flows as tests: run them, and see what came of each. */
export function TestsMode({ modeSwitch, browser, actions, onRuns }: TestsModeProps) {
  const state = useFlowTests();
  useTestCommands(state);
  const { error, problem } = state;
  const failed = problem ?? actions.problem;
  const step = (name: string) =>
    actions.start((flows, callback) => flows.startSaved({ name, mode: 'step', browser, callback }));
  return (
    <div className="tests">
      <TestsToolbar state={state} modeSwitch={modeSwitch} />
      {state.tests.length === 0 ? null : <TestsStrip state={state} />}
      {failed === null ? null : (
        <ProblemLine
          problem={failed}
          actions={
            <SmallGhostButton
              onPress={() => {
                state.dismiss();
                actions.dismiss();
              }}
            >
              {flowMessages.flows.dismiss}
            </SmallGhostButton>
          }
        />
      )}
      {error === null ? null : (
        <ProblemLine problem={error} actions={<RetryButton onPress={state.retry} />} />
      )}
      {state.tests.length === 0 && !state.isLoading && error === null ? (
        <Empty
          icon={ListChecks}
          title={messages.none}
          text={messages.noneText}
          actions={<Button onPress={onRuns}>{messages.toRuns}</Button>}
        />
      ) : (
        <Panes state={state} onStep={step} />
      )}
    </div>
  );
}
