import { lazy, Suspense, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { RevealLink } from '#renderer/ui/reveal-link.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { useReveal } from '#renderer/ui/use-reveal.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { FlowRun, FlowValue } from '#shared/api/index.ts';
import { isOver } from '#shared/flows/run-state.ts';
import type { RunCall } from '../use-run-actions.ts';
import { flowMessages } from '../words.ts';
import { type AnyOperation, canCheck, canInspect, canReveal, operationsFor } from './operations.ts';
import { ValueEditor } from './value-editor.tsx';
import { ValueFacts } from './value-facts.tsx';
import { useValueState } from './value-state.ts';

const messages = flowMessages.values;
const TokenView = lazy(async () => ({ default: (await import('../token/token-view.tsx')).TokenView }));

export interface ValueActs {
  readonly onPerform: (operation: AnyOperation, name: string) => void;
  /** Types another value over one of the run. */
  readonly onChange: (call: RunCall) => void;
  /** Shows a step of the run by its number. */
  readonly onStep: (step: number) => void;
  /** Called on the way to another screen. */
  readonly onLeave: () => void;
}

export interface ValueDetailProps extends ValueActs {
  readonly run: FlowRun;
  readonly value: FlowValue;
}

interface ActsProps extends Pick<ValueDetailProps, 'run' | 'value' | 'onPerform' | 'onChange'> {
  readonly onEdit: () => void;
}

/** The possible actions on a value, each a button. */
function Acts({ run, value, onPerform, onChange, onEdit }: ActsProps) {
  const { name } = value;
  const { state } = useValueState(run, value);
  return (
    <div className="row wraps">
      {operationsFor(value).map((operation) => (
        <Button
          key={operation}
          small
          {...(operation === 'refresh' ? { keyHint: 'r' } : {})}
          onPress={() => onPerform(operation, name)}
        >
          {messages.operations[operation]}
        </Button>
      ))}
      {canCheck(value, state) ? (
        <Button small onPress={() => onPerform('check', name)}>
          {messages.check}
        </Button>
      ) : null}
      {isOver(run) ? null : (
        <Button small onPress={onEdit}>
          {sharedMessages.common.edit}
        </Button>
      )}
      {value.isEdited && !isOver(run) ? (
        <Button
          small
          onPress={() => onChange((flows) => flows.setValue({ runId: run.id, name, value: null }))}
        >
          {messages.restore}
        </Button>
      ) : null}
    </div>
  );
}

/** All that is known of one value of a run: where it is from, what it says, and what can be done with it. */
export function ValueDetail({ run, value, onPerform, onChange, onStep, onLeave }: ValueDetailProps) {
  const { client } = useApi();
  const { name, preview } = value;
  const load = async () => (await client.flows.reveal({ runId: run.id, name })).value;
  const reveal = useReveal(load);
  const [editing, setEditing] = useState<string | null>(null);
  const { word, className } = useValueState(run, value);
  const edit = () => {
    if (value.isStored === true) setEditing('');
    else load().then(setEditing, () => toast(messages.gone(name)));
  };
  return (
    <section
      className="value-detail"
      aria-label={messages.chosen(name)}
      data-value={name}
      data-refreshable={operationsFor(value).includes('refresh') ? '' : undefined}
    >
      <div className="value-about">
        <div className="row">
          <h3 className="mono strong">{name}</h3>
          <span className={className}>{word}</span>
          <span className="push" />
          {value.secret && canReveal(value) ? <RevealLink name={name} reveal={reveal} /> : null}
        </div>
        {editing === null ? (
          <p className="mono muted hash value-text">{reveal.value ?? preview}</p>
        ) : (
          <ValueEditor
            name={name}
            text={editing}
            onDone={(text) => {
              setEditing(null);
              if (text !== null) onChange((flows) => flows.setValue({ runId: run.id, name, value: text }));
            }}
          />
        )}
        <ValueFacts value={value} onStep={onStep} />
        <Acts run={run} value={value} onPerform={onPerform} onChange={onChange} onEdit={edit} />
      </div>
      {canInspect(value) ? (
        <Suspense fallback={null}>
          <TokenView
            key={`${value.issuedAtMillis} ${value.isEdited}`}
            source={{ runId: run.id, name }}
            onLeave={onLeave}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
