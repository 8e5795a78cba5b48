import { useStore } from '#renderer/api/store.ts';
import { useCommands } from '#renderer/workbench/commands.ts';
import { activeEditor } from './editor/active-editor.ts';
import type { FlowDebuggerState } from './use-flow-debugger.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;
const doNothing = () => undefined;

/** The acts of the debugger under their keys. */
export function useFlowCommands(state: FlowDebuggerState, onPasteToken: () => void): void {
  const { canRun, resume, cancel } = state;
  const editor = useStore(activeEditor);
  useCommands([
    {
      id: 'flow.send',
      title: messages.commands.send,
      group: 'run',
      // In an editor the key of Run sends what stands there: a new run would leave it behind.
      keys: editor === null ? [] : ['ctrl+enter'],
      isDisabled: editor?.send === undefined,
      run: editor?.send ?? doNothing,
    },
    {
      id: 'flow.run',
      title: messages.commands.run,
      group: 'run',
      keys: editor === null ? ['ctrl+enter'] : [],
      isInMenu: true,
      isDisabled: !canRun,
      run: state.runAll,
    },
    {
      id: 'flow.step',
      title: messages.commands.step,
      group: 'run',
      keys: ['f10'],
      isInMenu: true,
      run: state.stepOn,
    },
    {
      id: 'flow.continue',
      title: messages.commands.resume,
      group: 'run',
      keys: ['f5'],
      isInMenu: true,
      isDisabled: resume === undefined,
      run: resume ?? doNothing,
    },
    {
      id: 'flow.cancel',
      title: messages.commands.cancel,
      group: 'run',
      keys: ['shift+f5'],
      isInMenu: true,
      isDisabled: cancel === undefined,
      run: cancel ?? doNothing,
    },
    {
      id: 'flow.paste-token',
      title: messages.commands.paste,
      group: 'edit',
      keys: ['ctrl+shift+v'],
      // The paste itself must still happen: it carries the token.
      isShared: true,
      run: onPasteToken,
    },
  ]);
}
