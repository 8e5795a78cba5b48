import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { isOver } from '#renderer/api/queries.ts';
import { useServiceNow } from '#renderer/api/service-clock.ts';
import { Menu } from '#renderer/ui/menu.tsx';
import { RevealLink } from '#renderer/ui/reveal-link.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { useReveal } from '#renderer/ui/use-reveal.ts';
import { formatTime } from '#renderer/words/format.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { FlowRun, FlowValue } from '#shared/api/index.ts';
import { stateAt } from '#shared/flows/index.ts';
import type { RunCall } from '../use-run-actions.ts';
import { flowMessages } from '../words.ts';
import { type AnyOperation, canCheck, canInspect, operationsFor } from './operations.ts';
import { Life } from './token-lifetime.tsx';

const messages = flowMessages.values;

export interface ValueActs {
  readonly onInspect: (name: string) => void;
  readonly onPerform: (operation: AnyOperation, name: string) => void;
  /** Types another value over one of the run. */
  readonly onChange: (call: RunCall) => void;
}

interface ValueProps extends ValueActs {
  readonly run: FlowRun;
  readonly value: FlowValue;
}

interface EditorProps {
  readonly name: string;
  readonly text: string;
  readonly onDone: (text: string | null) => void;
}

/** The value as a line that can be typed over: Enter takes it, Escape leaves it as it was. */
function ValueEditor({ name, text, onDone }: EditorProps) {
  const [typed, setTyped] = useState(text);
  return (
    <input
      ref={(input) => input?.focus()}
      className="in mono"
      aria-label={messages.editNamed(name)}
      title={messages.editHelp}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(typed);
        if (event.key === 'Escape') onDone(null);
      }}
      onBlur={() => onDone(typed === text ? null : typed)}
    />
  );
}

interface LinkProps {
  readonly text: string;
  readonly label: string;
  readonly onPress: () => void;
}

function Link({ text, label, onPress }: LinkProps) {
  return (
    <button type="button" className="lnk" aria-label={label} onClick={onPress}>
      {text}
    </button>
  );
}

/** The step that gave a value, when it was checked, and how long it lives. */
function Origin({ value, state }: { readonly value: FlowValue; readonly state: string }) {
  const origin = value.fromStep === null ? value.remark : messages.ofStep(value.fromStep);
  return (
    <div className="row">
      {origin === '' ? null : (
        <span className="ref clip" title={value.remark}>
          {origin}
        </span>
      )}
      {state !== 'valid' || value.checkedAtMillis === undefined ? null : (
        <span className="ref clip">{messages.checkedAt(formatTime(value.checkedAtMillis))}</span>
      )}
      <Life value={value} />
    </div>
  );
}

/** One value of a run: its origin, its state, and the possible actions. */
export function Value({ run, value, onInspect, onPerform, onChange }: ValueProps) {
  const { client } = useApi();
  const { name } = value;
  const load = async () => (await client.flows.reveal({ runId: run.id, name })).value;
  const reveal = useReveal(load);
  const [editing, setEditing] = useState<string | null>(null);
  const operations = operationsFor(value);
  const setValue = (text: string | null) =>
    onChange((flows) => flows.setValue({ runId: run.id, name, value: text }));
  const edit = () => {
    if (value.isStored === true) setEditing('');
    else load().then(setEditing, () => toast(messages.gone(name)));
  };
  const { state, tone } = stateAt(value, useServiceNow() ?? 0);
  return (
    <li data-value={name} data-refreshable={operations.includes('refresh') ? '' : undefined}>
      <div className="row">
        <span className="mono strong clip">{name}</span>
        <span className={value.isEdited ? 'push c-warn' : `push ${toneOf(tone)}`}>
          {value.isEdited ? messages.edited : stateWord(state)}
        </span>
        {operations.length === 0 ? null : (
          <Menu
            label={messages.doWith(name)}
            icon={Ellipsis}
            entries={operations.map((id) => ({
              id,
              label: messages.operations[id],
              ...(id === 'refresh' ? { keyHint: 'r' } : {}),
            }))}
            onAction={(operation) => onPerform(operation, name)}
          />
        )}
      </div>
      {editing === null ? (
        <div className={reveal.value === null ? 'mono muted clip' : 'mono muted wrap'}>
          {reveal.value ?? value.preview}
        </div>
      ) : (
        <ValueEditor
          name={name}
          text={editing}
          onDone={(text) => {
            setEditing(null);
            if (text !== null) setValue(text);
          }}
        />
      )}
      <Origin value={value} state={state} />
      <div className="row acts">
        {value.secret && value.isStored !== true && value.preview !== '' ? (
          <RevealLink name={name} reveal={reveal} />
        ) : null}
        {canInspect(value) ? (
          <Link text={messages.inspect} label={messages.inspectNamed(name)} onPress={() => onInspect(name)} />
        ) : null}
        {canCheck(value, state) ? (
          <Link
            text={messages.check}
            label={messages.checkNamed(name)}
            onPress={() => onPerform('check', name)}
          />
        ) : null}
        {isOver(run) ? null : (
          <Link text={sharedMessages.common.edit} label={messages.editNamed(name)} onPress={edit} />
        )}
        {value.isEdited && !isOver(run) ? (
          <Link text={messages.restore} label={messages.restoreNamed(name)} onPress={() => setValue(null)} />
        ) : null}
      </div>
    </li>
  );
}

/** The engine's words are English; others, such as those of older runs, are shown unchanged. */
function stateWord(state: string): string {
  const { notChecked, valid, invalid, revoked } = messages.states;
  const words = new Map([
    ['not checked', notChecked],
    ['valid', valid],
    ['invalid', invalid],
    ['revoked', revoked],
  ]);
  return words.get(state) ?? state;
}

function toneOf(tone: FlowValue['tone']): string {
  return tone === 'muted' ? 'muted' : `c-${tone}`;
}
