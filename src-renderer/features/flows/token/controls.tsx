import type { ReactNode } from 'react';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { copyText } from '#renderer/ui/copy.ts';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { ProblemActs } from '#renderer/workbench/problem-acts.tsx';

export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: T; readonly label: string }[];
  readonly value: T | null;
  readonly onChange: (id: T) => void;
  readonly help?: string | undefined;
  readonly mono?: boolean;
}

/** One choice of a form, its label above and its help below. */
export function Choice<T extends string>({
  label,
  options,
  value,
  onChange,
  help,
  mono = false,
}: ChoiceProps<T>) {
  return (
    <div className="field tok-choice">
      <Select
        label={label}
        mono={mono}
        options={options}
        value={value}
        onChange={(id) => {
          const chosen = options.find((option) => option.id === id);
          if (chosen !== undefined) onChange(chosen.id);
        }}
      />
      {help === undefined ? null : <span className="help">{help}</span>}
    </div>
  );
}

/** Choices from their words. */
export function optionsOf<T extends string>(words: Readonly<Record<T, string>>): { id: T; label: string }[] {
  return (Object.keys(words) as T[]).map((id) => ({ id, label: words[id] }));
}

/** Options with their own names. */
export function namesOf<T extends string>(names: readonly T[]): { id: T; label: string }[] {
  return names.map((name) => ({ id: name, label: name }));
}

export interface MadeProps {
  readonly title: string;
  readonly text: string;
  readonly help?: string;
  readonly actions?: ReactNode;
}

/** A text that was made, to be copied. */
export function Made({ title, text, help, actions }: MadeProps) {
  return (
    <div className="tok-part">
      <h3 className="label">{title}</h3>
      {help === undefined ? null : <p className="help">{help}</p>}
      <ScrollRegion className="tok-made" label={title}>
        <pre className="code">{text}</pre>
      </ScrollRegion>
      <div className="row wraps">
        {actions}
        <Button small onPress={() => void copyText(text, sharedMessages.common.copied)}>
          {sharedMessages.common.copy}
        </Button>
      </div>
    </div>
  );
}

/** Why an act failed, and what can be done about it. */
export function Failure({ error }: { readonly error: Error }) {
  const problem = toProblem(error);
  return <ProblemNote problem={problem} actions={<ProblemActs problem={problem} />} />;
}

/** A fact; evidence is shown in the monospaced font, our own words are not. */
export type Fact = readonly [name: string, value: ReactNode, face?: 'words'];

/** Names over values, as facts. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value, face]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd className={face === 'words' ? 'wrap' : 'mono wrap'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
