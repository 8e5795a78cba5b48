import { useRef } from 'react';
import { type Completion, SuggestField } from '#renderer/ui/suggest-field.tsx';
import { completionsAt, requestTree } from '#shared/expressions/index.ts';
import { labMessages } from '../words.ts';
import type { RouteFinding } from './use-policy.ts';

const messages = labMessages.throttle.policy;

function complete(text: string, cursor: number): Completion {
  const found = completionsAt(text, cursor, requestTree);
  const [first] = found;
  return {
    from: cursor - (first?.replaceLength ?? 0),
    to: cursor,
    suggestions: found
      .filter(({ replaceLength }) => replaceLength === first?.replaceLength)
      .map(({ insert, detail }) => ({ text: insert, hint: detail })),
  };
}

/** The text with the place that is wrong marked in it. */
function Marked({ text, finding }: { readonly text: string; readonly finding: RouteFinding }) {
  const { offset = 0, length = 0 } = finding;
  const until = offset + Math.max(1, length);
  return (
    <code className="mono wrap marked" aria-hidden="true">
      {text.slice(0, offset)}
      <mark>{text.slice(offset, until) || ' '}</mark>
      {text.slice(until)}
    </code>
  );
}

export interface ExpressionFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help?: string;
  readonly finding: RouteFinding | null;
}

/** A runtime expression: offers the names that are possible at the caret, and marks the wrong character. */
export function ExpressionField({ label, value, onChange, help, finding: found }: ExpressionFieldProps) {
  // Findings that are not errors are listed among the findings instead.
  const finding = found?.severity === 'error' ? found : null;
  const field = useRef<HTMLInputElement>(null);
  const error =
    finding === null
      ? null
      : finding.offset === undefined
        ? finding.message
        : messages.errorAt(finding.offset + 1, finding.message);
  return (
    <div className="field expression">
      <SuggestField
        label={label}
        isLabelShown
        listLabel={messages.suggestions}
        placeholder={messages.expressionHint}
        value={value}
        onChange={onChange}
        complete={complete}
        error={error}
        field={field}
      />
      {finding?.offset === undefined ? null : <Marked text={value} finding={finding} />}
      {finding === null ? null : <span className="help">{finding.fix}</span>}
      {finding !== null || help === undefined ? null : <span className="help">{help}</span>}
    </div>
  );
}
