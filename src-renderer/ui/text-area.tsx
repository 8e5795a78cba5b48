import { useId } from 'react';
import type { TextFieldProps } from './field.tsx';
import { Drawn } from './icon.tsx';

export interface TextAreaProps
  extends Pick<TextFieldProps, 'label' | 'value' | 'help' | 'error' | 'isReadOnly'> {
  readonly rows: number;
  /** Shown while it is empty. */
  readonly placeholder?: string | undefined;
  readonly onChange: (text: string) => void;
}

/** A labelled text of several lines. */
export function TextArea({
  label,
  value,
  rows,
  help,
  placeholder,
  error = null,
  isReadOnly = false,
  onChange,
}: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="in area mono"
        rows={rows}
        placeholder={placeholder}
        spellCheck={false}
        readOnly={isReadOnly}
        value={value}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${id}-help`} className={error === null ? 'help' : 'help bad'}>
        {error === null ? null : <Drawn name="failed" small />}
        {error ?? help}
      </span>
    </div>
  );
}
