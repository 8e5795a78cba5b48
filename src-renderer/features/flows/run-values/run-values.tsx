import { ClipboardPaste } from 'lucide-react';
import { Button } from '#renderer/ui/button.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { useCommands } from '#renderer/workbench/commands.ts';
import type { FlowRun } from '#shared/api/index.ts';
import type { FlowDebuggerState } from '../use-flow-debugger.ts';
import { flowMessages } from '../words.ts';
import type { AnyOperation } from './operations.ts';
import { Value } from './value.tsx';

const messages = flowMessages.values;

export interface ShelfProps {
  readonly run: FlowRun | null;
  readonly state: FlowDebuggerState;
  readonly onInspect: (name: string) => void;
  readonly onPaste: () => void;
}

/** The values that the run holds: codes, tokens and the values that protect them, with their remaining lifetime. */
export function Shelf({ run, state, onInspect, onPaste }: ShelfProps) {
  const perform = (operation: AnyOperation, name: string) => {
    if (run !== null) state.addStep((flows) => flows.perform({ runId: run.id, operation, name }));
  };
  useCommands([
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
  return (
    <section className="run-values" aria-label={messages.title}>
      <PaneHead title={messages.title}>
        <span className="ref">{messages.masked}</span>
        <span className="push" />
        <Button small kind="ghost" icon={ClipboardPaste} keyHint="ctrl+shift+v" onPress={onPaste}>
          {messages.paste}
        </Button>
      </PaneHead>
      {run === null || run.values.length === 0 ? (
        <p className="remark">{messages.empty}</p>
      ) : (
        <ScrollRegion label={messages.list}>
          <ol className="vals">
            {run.values.map((value) => (
              <Value
                key={`${run.id} ${value.name}`}
                run={run}
                value={value}
                onInspect={onInspect}
                onPerform={perform}
                onChange={state.actions.act}
              />
            ))}
          </ol>
        </ScrollRegion>
      )}
    </section>
  );
}
