import { useState } from 'react';

export interface NumberFieldProps {
  readonly label: string;
  /** Undefined: left open, if that may be. */
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly isInteger?: boolean;
  readonly canBeEmpty?: boolean;
  /** The label of the field is not shown: the head of its column has it. */
  readonly isBare?: boolean;
}

function read(text: string, { min = 0, max = 1e9, isInteger = false, canBeEmpty = false }: NumberFieldProps) {
  const trimmed = text.trim();
  if (trimmed === '') return canBeEmpty ? { value: undefined } : null;
  const value = Number(trimmed);
  const isFit = Number.isFinite(value) && value >= min && value <= max;
  return isFit && (!isInteger || Number.isInteger(value)) ? { value } : null;
}

/** A number with its unit; while the text is invalid, it stays in the field and the last number counts. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, unit, isBare = false } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (value === undefined ? '' : String(value));
  return (
    <label className="inline num-field">
      <span className={isBare ? 'vh' : undefined}>{label}</span>
      <input
        className="in mono"
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        value={shown}
        aria-invalid={typed !== null && read(typed, props) === null ? true : undefined}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          const found = read(text, props);
          if (found !== null) onChange(found.value);
        }}
        onBlur={() => setTyped(null)}
      />
      {unit === undefined ? null : <span className="mono">{unit}</span>}
    </label>
  );
}
