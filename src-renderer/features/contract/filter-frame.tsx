import type { ReactNode, RefObject } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { messages } from './words.ts';

export interface FilterFrameProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Takes every filter away; null: there is none. */
  readonly onClear: (() => void) | null;
  /** How many are shown of how many, and the same as it is announced. */
  readonly count: string;
  readonly announced: string;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Further filter controls. */
  readonly children: ReactNode;
}

/** A search for texts, further choices, and how many entries are left by them. */
export function FilterFrame(props: FilterFrameProps) {
  const { label, placeholder, text, onText, onClear, count, announced, field, children } = props;
  return (
    <search className="ch-filters">
      <input
        ref={field}
        type="search"
        className="in"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onText('');
        }}
      />
      {children}
      {onClear === null ? null : (
        <SmallGhostButton onPress={onClear}>{messages.filters.clear}</SmallGhostButton>
      )}
      <span className="muted push ch-count">{count}</span>
      <output className="vh">{announced}</output>
    </search>
  );
}
