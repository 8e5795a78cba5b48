import { useApi } from '#renderer/api/api-context.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import type { FlowRun, FlowValue } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';
import { canReveal, operationsFor } from './operations.ts';
import { Life } from './token-lifetime.tsx';
import { useValueState } from './value-state.ts';

const messages = flowMessages.values;

export interface ValueLineProps {
  readonly run: FlowRun;
  readonly value: FlowValue;
  /** It is the one that the drawer tells more about. */
  readonly isChosen?: boolean;
  readonly onChoose: (name: string) => void;
}

/** One value of a run: its name, its state, its life, and its copy. A chip on the shelf, a row in the drawer. */
export function ValueLine({ run, value, isChosen = false, onChoose }: ValueLineProps) {
  const { client } = useApi();
  const { name } = value;
  const { word, className, isLive } = useValueState(run, value);
  return (
    <li
      className={isChosen ? 'value-line chosen' : 'value-line'}
      data-value={name}
      data-refreshable={operationsFor(value).includes('refresh') ? '' : undefined}
    >
      <button
        type="button"
        className="value-name mono"
        aria-label={messages.inspectNamed(name)}
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => onChoose(name)}
      >
        {name}
      </button>
      <span className={className}>{word}</span>
      <Life value={value} isLive={isLive} />
      {canReveal(value) ? (
        <CopyButton
          name={name}
          load={async () => (await client.flows.reveal({ runId: run.id, name })).value}
        />
      ) : null}
    </li>
  );
}
