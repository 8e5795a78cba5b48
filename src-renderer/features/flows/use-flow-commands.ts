import { useCommands } from '#renderer/workbench/commands.ts';
import type { FlowDebuggerState } from './use-flow-debugger.ts';
import { flowWords } from './words.ts';

const words = flowWords.flows;
const doNothing = () => undefined;

/** The acts of the debugger under their keys. */
export function useFlowCommands(state: FlowDebuggerState, onPasteToken: () => void): void {
  const { canRun, resume, cancel } = state;
  useCommands([
    {
      id: 'flow.run',
      title: words.commands.run,
      group: 'run',
      keys: ['ctrl+enter'],
      isInMenu: true,
      isDisabled: !canRun,
      run: state.runAll,
    },
    {
      id: 'flow.step',
      title: words.commands.step,
      group: 'run',
      keys: ['f10'],
      isInMenu: true,
      run: state.stepOn,
    },
    {
      id: 'flow.continue',
      title: words.commands.resume,
      group: 'run',
      keys: ['f5'],
      isInMenu: true,
      isDisabled: resume === undefined,
      run: resume ?? doNothing,
    },
    {
      id: 'flow.cancel',
      title: words.commands.cancel,
      group: 'run',
      keys: ['shift+f5'],
      isInMenu: true,
      isDisabled: cancel === undefined,
      run: cancel ?? doNothing,
    },
    {
      id: 'flow.paste-token',
      title: words.commands.paste,
      group: 'edit',
      keys: ['ctrl+shift+v'],
      // The paste itself must still happen: it carries the token.
      isShared: true,
      run: onPasteToken,
    },
  ]);
}
