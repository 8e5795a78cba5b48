import { Ellipsis, Play, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { copyText } from '#renderer/ui/copy.ts';
import { Menu } from '#renderer/ui/menu.tsx';
import { flowMessages } from '../words.ts';
import { commandOf } from './results.ts';
import type { FlowTestsState } from './use-flow-tests.ts';

const messages = flowMessages.flowTests;

/** Names of the flows whose last result is another one than passed. */
export function notPassed({ tests }: FlowTestsState): readonly string[] {
  return tests
    .filter(({ standing }) => standing !== 'passed' && standing !== 'never')
    .map(({ name }) => name);
}

/** The toolbar of the saved flows: their acts, at the right. */
export function TestsToolbar({
  state,
  modeSwitch,
}: {
  readonly state: FlowTestsState;
  readonly modeSwitch: ReactNode;
}) {
  const failed = notPassed(state);
  const shown = state.shown.map(({ name }) => name);
  const isPart = shown.length < state.tests.length;
  return (
    <div className="toolbar flow-bar">
      <h1 className="vh">{messages.title}</h1>
      <span className="acts row push">
        {state.suite === null ? null : (
          <Button kind="ghost" icon={X} onPress={state.cancel}>
            {messages.cancel}
          </Button>
        )}
        {modeSwitch}
        <Menu
          label={messages.more}
          icon={Ellipsis}
          entries={[{ id: 'copy', label: messages.copyCommand, disabled: shown.length === 0 }]}
          onAction={() => void copyText(commandOf(isPart ? shown : []), messages.commandCopied)}
        />
        <Button
          icon={RotateCcw}
          disabled={failed.length === 0 || state.isBusy}
          onPress={() => state.run(failed)}
        >
          {messages.runFailed}
        </Button>
        <Button
          kind="ink"
          icon={Play}
          keyHint="ctrl+enter"
          disabled={shown.length === 0 || state.isBusy}
          onPress={() => state.run(shown)}
        >
          {isPart ? messages.runShown(shown.length) : messages.runAll}
        </Button>
      </span>
    </div>
  );
}
