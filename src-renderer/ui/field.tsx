import { type HTMLInputTypeAttribute, type Ref, useId } from 'react';
import { Drawn } from './icon.tsx';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help?: string;
  /** Takes the place of the help and says the repair; null: nothing is wrong. */
  readonly error?: string | null;
  readonly isMono?: boolean;
  /** A number or a short code: it takes no more room than that. */
  readonly isShort?: boolean;
  readonly isReadOnly?: boolean;
  readonly type?: Extract<HTMLInputTypeAttribute, 'text' | 'password' | 'number' | 'search'>;
  readonly placeholder?: string;
  readonly onEnter?: () => void;
  readonly onEscape?: () => void;
  /** Called when the field loses the focus. */
  readonly onLeave?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A line of text with its label above and its help or error below. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    value,
    onChange,
    help,
    error = null,
    isMono = false,
    type = 'text',
    onEnter,
    inputRef,
  } = props;
  const id = useId();
  const helpId = `${id}-help`;
  const hasHelp = error !== null || help !== undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={inputRef}
        type={type}
        className={`in${isMono ? ' mono' : ''}${props.isShort === true ? ' short' : ''}`}
        value={value}
        readOnly={props.isReadOnly}
        placeholder={props.placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={hasHelp ? helpId : undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.();
          if (event.key === 'Escape') props.onEscape?.();
        }}
        onBlur={props.onLeave}
      />
      {hasHelp ? (
        <span id={helpId} className={error === null ? 'help' : 'help bad'}>
          {error === null ? null : <Drawn name="failed" small />}
          {error ?? help}
        </span>
      ) : null}
    </div>
  );
}
