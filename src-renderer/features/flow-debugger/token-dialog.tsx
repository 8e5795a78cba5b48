import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { strings } from '../../words/strings.ts';
import { TokenReport } from './token-report.tsx';

const words = strings.token;

/** What the inspector opens on: text that was pasted, or a value of a run, which stays masked here. */
export type TokenSource = { readonly text: string } | { readonly runId: string; readonly name: string };

export interface TokenDialogProps {
  readonly source: TokenSource;
  readonly onClose: () => void;
}

/** Takes any token apart: what it says, and what the authorization server knows of it. */
export function TokenDialog({ source, onClose }: TokenDialogProps) {
  const { client } = useApi();
  const fieldId = useId();
  const [text, setText] = useState('text' in source ? source.text : '');
  const inspect = useMutation({
    mutationFn: (input: { token: string } | { runId: string; name: string }) => client.tokens.inspect(input),
  });
  const inspectFirst = useEffectEvent(() => {
    if ('runId' in source) inspect.mutate({ runId: source.runId, name: source.name });
    else if (source.text.trim() !== '') inspect.mutate({ token: source.text.trim() });
  });
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    inspectFirst();
    field.current?.focus();
  }, []);
  const token = text.trim();
  return (
    <Dialog wide title={words.title} onClose={onClose}>
      <div className="dialog-body">
        <form
          className="field"
          onSubmit={(event) => {
            event.preventDefault();
            if (token !== '') inspect.mutate({ token });
          }}
        >
          <label htmlFor={fieldId}>{words.label}</label>
          <textarea
            ref={field}
            id={fieldId}
            className="in area mono"
            rows={3}
            spellCheck={false}
            value={text}
            placeholder={'runId' in source ? words.fromRun(source.name) : ''}
            onChange={(event) => setText(event.target.value)}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text').trim();
              if (token === '' && pasted !== '') inspect.mutate({ token: pasted });
            }}
          />
          <div className="row">
            <span className="help">{words.help}</span>
            <span className="push" />
            <Button
              kind="ink"
              disabled={token === '' || inspect.isPending}
              onPress={() => inspect.mutate({ token })}
            >
              {words.inspect}
            </Button>
          </div>
        </form>
        <ScrollRegion className="dialog-scroll" label={words.title}>
          {inspect.error === null ? null : <ProblemNote problem={toProblem(inspect.error)} />}
          {inspect.data === undefined ? null : <TokenReport report={inspect.data} />}
          {inspect.data === undefined && inspect.error === null ? (
            <p className="muted">{words.empty}</p>
          ) : null}
        </ScrollRegion>
      </div>
    </Dialog>
  );
}
