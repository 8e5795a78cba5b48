import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useState } from 'react';
import { Drawn } from './icon.tsx';

export interface Suggestion {
  readonly text: string;
  readonly hint: string;
}

/** The suggestions for a place in the text, and the range that they replace. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly suggestions: readonly Suggestion[];
}

export interface SuggestFieldProps {
  readonly label: string;
  /** The label is above the field, its error below it; neither takes room without a text. */
  readonly isLabelShown?: boolean;
  readonly listLabel: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly complete: (text: string, cursor: number) => Completion;
  /** The error in the text; null: none. */
  readonly error: string | null;
  readonly field: RefObject<HTMLInputElement | null>;
}

const maxShown = 10;
const nothing: Completion = { from: 0, to: 0, suggestions: [] };

// The native select knows no text between its choices: this is the ARIA combobox pattern.
const listProps = { role: 'listbox', tabIndex: -1 } as const;

interface OptionsProps {
  readonly id: string;
  readonly label: string;
  readonly shown: readonly Suggestion[];
  readonly at: number;
  readonly onTake: (suggestion: Suggestion) => void;
}

function Options({ id, label, shown, at, onTake }: OptionsProps) {
  return (
    <div
      id={`${id}-list`}
      className="pop opts suggest-list"
      hidden={shown.length === 0}
      aria-label={label}
      {...listProps}
    >
      {shown.map((suggestion, index) => {
        // Before the field loses the focus, which would close the list.
        const onMouseDown = () => onTake(suggestion);
        const option = {
          id: `${id}-${index}`,
          role: 'option',
          'aria-selected': index === at,
          onMouseDown,
        } as const;
        return (
          <div key={suggestion.text} className={index === at ? 'opt chosen' : 'opt'} {...option}>
            <span className="mono">{suggestion.text}</span>
            <span className="muted clip">{suggestion.hint}</span>
          </div>
        );
      })}
    </div>
  );
}

/** The list under the field: its suggestions, the current one, and its keys. */
function useSuggestions({ value, onChange, complete, field }: SuggestFieldProps) {
  const [open, setOpen] = useState<Completion>(nothing);
  const [at, setAt] = useState(-1);
  const [caret, setCaret] = useState<{ readonly at: number } | null>(null);
  // Once the text is in place and before the next key, which would else go elsewhere.
  useLayoutEffect(() => {
    if (caret === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(caret.at, caret.at);
  }, [caret, field]);
  const shown = open.suggestions.slice(0, maxShown);
  const offer = (completion: Completion) => {
    setOpen(completion);
    setAt(-1);
  };
  const suggest = (text: string) => offer(complete(text, field.current?.selectionStart ?? text.length));
  const close = () => offer(nothing);
  const take = ({ text }: Suggestion) => {
    const next = value.slice(0, open.from) + text + value.slice(open.to);
    const end = open.from + text.length;
    onChange(next);
    // A field without its value is not finished: what can follow it is shown at once.
    if (/[:.]$/.test(text)) offer(complete(next, end));
    else close();
    setCaret({ at: end });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = shown[at];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (shown.length === 0) return suggest(value);
      return setAt((before) => (before + (event.key === 'ArrowDown' ? 1 : -1) + shown.length) % shown.length);
    }
    const isTaking = event.key === 'Enter' || event.key === 'Tab';
    if (isTaking && chosen !== undefined) {
      event.preventDefault();
      return take(chosen);
    }
    if (event.key === 'Escape' && shown.length > 0) event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Enter') close();
  };
  return { shown, at, suggest, close, take, onKeyDown };
}

/** A line of a small language: suggests what is possible at the cursor, and shows the error. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, value, error, field, isLabelShown = false } = props;
  const id = useId();
  const { shown, at, suggest, close, take, onKeyDown } = useSuggestions(props);
  return (
    <div className={isLabelShown ? 'suggest field' : 'suggest'}>
      <label className={isLabelShown ? undefined : 'vh'} htmlFor={id}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        className="in mono"
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : `${id}-error`}
        autoComplete="off"
        spellCheck={false}
        placeholder={props.placeholder}
        value={value}
        onChange={(event) => {
          props.onChange(event.target.value);
          suggest(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {error === null ? null : (
        <span id={`${id}-error`} className={isLabelShown ? 'help bad' : 'help bad suggest-error'}>
          <Drawn name="failed" small />
          {error}
        </span>
      )}
      <Options id={id} label={props.listLabel} shown={shown} at={at} onTake={take} />
    </div>
  );
}
