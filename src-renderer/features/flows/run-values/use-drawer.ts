import { useState } from 'react';
import { useCommands } from '#renderer/workbench/commands.ts';
import type { FlowDebuggerState } from '../use-flow-debugger.ts';
import { flowMessages } from '../words.ts';
import type { AnyOperation } from './operations.ts';
import { useValueCommands } from './use-value-commands.ts';

const messages = flowMessages.values;

/** Shown below the list of the drawer: a value of the run by its name, or a token that somebody pastes. */
export type DrawerContent =
  | { readonly kind: 'value'; readonly name: string | null }
  | { readonly kind: 'pasted'; readonly text: string };

export interface Drawer {
  /** Null: it is closed. */
  readonly content: DrawerContent | null;
  readonly show: (content: DrawerContent) => void;
  /** Null: the value that is worth most. */
  readonly showValue: (name: string | null) => void;
  readonly paste: (text: string) => void;
  readonly close: () => void;
  /** Does something with a value of the run, and shows the step that it becomes. */
  readonly perform: (operation: AnyOperation, name: string) => void;
}

/** The drawer with the values of the run, and its acts under their keys. */
export function useDrawer({ run, addStep }: FlowDebuggerState): Drawer {
  const [content, setContent] = useState<DrawerContent | null>(null);
  const showValue = (name: string | null) => setContent({ kind: 'value', name });
  const close = () => setContent(null);
  const perform = (operation: AnyOperation, name: string) => {
    if (run !== null) addStep((flows) => flows.perform({ runId: run.id, operation, name }));
  };
  useValueCommands(run, perform);
  useCommands([
    {
      id: 'flow.values',
      title: messages.commands.drawer,
      group: 'view',
      keys: ['ctrl+i'],
      isInMenu: true,
      run: () => (content === null ? showValue(null) : close()),
    },
    {
      id: 'flow.refresh-token',
      title: messages.commands.refresh,
      group: 'run',
      keys: ['r'],
      within: '[data-refreshable]',
      isDisabled: run === null,
      run: () => {
        const focused = document.activeElement?.closest('[data-refreshable]')?.getAttribute('data-value');
        perform('refresh', focused ?? 'refresh_token');
      },
    },
  ]);
  return {
    content,
    show: setContent,
    showValue,
    paste: (text) => setContent({ kind: 'pasted', text }),
    close,
    perform,
  };
}
