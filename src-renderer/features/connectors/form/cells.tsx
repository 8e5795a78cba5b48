import { useState } from 'react';

export interface NameCellProps {
  readonly label: string;
  readonly name: string;
  readonly isBad?: boolean;
  readonly pointer?: string;
  readonly isTaken: (name: string) => boolean;
  readonly onRename: (name: string) => void;
}

/** A name: it takes the place of the old one when the field is left. */
export function NameCell({ label, name, isBad = false, pointer, isTaken, onRename }: NameCellProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isRefused = typed !== null && typed !== name && (typed === '' || isTaken(typed));
  const leave = () => {
    if (typed !== null && typed !== name && !isRefused) onRename(typed);
    setTyped(null);
  };
  return (
    <input
      className="in mono cell"
      aria-label={label}
      aria-invalid={isBad || isRefused ? true : undefined}
      data-pointer={pointer}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? name}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave();
        if (event.key === 'Escape') setTyped(null);
      }}
    />
  );
}

export interface ChoiceCellProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly string[];
  readonly onChange: (value: string) => void;
}

/** A choice out of a few words in a table, where a list that floats would be in the way. */
export function ChoiceCell({ label, value, choices, onChange }: ChoiceCellProps) {
  return (
    <select
      className="sel mono cell"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {choices.includes(value) ? null : <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}
