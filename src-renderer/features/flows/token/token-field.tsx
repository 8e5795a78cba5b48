import { useEffect, useId, useRef } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { flowMessages } from '../words.ts';
import type { Inspection } from './use-inspection.ts';

const messages = flowMessages.token;

export interface TokenFieldProps {
  readonly state: Inspection;
}

/** The field for typing or pasting the token; text pasted into the empty field is inspected at once. */
export function TokenField({ state }: TokenFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const token = state.text.trim();
  const { inspected } = state;
  // The controls that made a new token disappear when it is made, so the focus moves here.
  useEffect(() => {
    field.current?.focus();
    if (inspected !== null) field.current?.scrollTo(0, 0);
  }, [inspected]);
  const submit = () => {
    if (token !== '' && !state.isPending) state.inspect({ token });
  };
  return (
    <form
      className="field tok-field"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor={id}>{messages.label}</label>
      <textarea
        ref={field}
        id={id}
        className="in area mono"
        rows={3}
        spellCheck={false}
        // Ctrl Enter inspects the token here, and does not run the flow.
        data-captures-keys
        value={state.text}
        onChange={(event) => state.setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          submit();
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text').trim();
          if (token === '' && pasted !== '') state.inspect({ token: pasted });
        }}
      />
      <div className="row">
        <span className="help">{messages.help}</span>
        <span className="push" />
        <Button kind="ink" keyHint="ctrl+enter" disabled={token === '' || state.isPending} onPress={submit}>
          {messages.inspect}
        </Button>
      </div>
    </form>
  );
}
