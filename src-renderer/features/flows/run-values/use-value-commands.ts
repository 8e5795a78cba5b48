import { useApi } from '#renderer/api/api-context.tsx';
import { copyValue } from '#renderer/ui/copy.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { type Command, useCommands } from '#renderer/workbench/commands.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';
import { type AnyOperation, canInspect, canReveal, operationsFor } from './operations.ts';

const messages = flowMessages.values;

/** The acts on the codes and tokens of the run that is shown, for who looks for them by their names. */
export function useValueCommands(
  run: FlowRun | null,
  perform: (operation: AnyOperation, name: string) => void,
): void {
  const { client } = useApi();
  const common = { group: 'run', isOfSelection: true } as const;
  const commands = (run?.values ?? []).filter(canInspect).flatMap((value): Command[] => {
    const { name } = value;
    const copy = {
      ...common,
      id: `flow.value.copy.${name}`,
      title: sharedMessages.common.copyNamed(name),
      run: () =>
        void copyValue(name, async () => (await client.flows.reveal({ runId: run?.id ?? '', name })).value),
    };
    const operations = operationsFor(value).map((operation) => ({
      ...common,
      id: `flow.value.${operation}.${name}`,
      title: messages.commands.operation(messages.operations[operation], name),
      run: () => perform(operation, name),
    }));
    return canReveal(value) ? [copy, ...operations] : operations;
  });
  // The access token is asked for most.
  useCommands(commands.toSorted((left, right) => rank(left.id) - rank(right.id)));
}

function rank(id: string): number {
  return id.endsWith('.access_token') ? 0 : 1;
}
