export interface CellProps {
  readonly label: string;
  readonly value: string;
  readonly isBad?: boolean;
  readonly isNumber?: boolean;
  /** The place of the value in its document. */
  readonly pointer?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A field that looks like a cell until it is touched. */
export function Cell({ label, value, isBad = false, isNumber = false, pointer, onChange }: CellProps) {
  return (
    <input
      className={isNumber ? 'in mono cell num' : 'in mono cell'}
      aria-label={label}
      aria-invalid={isBad ? true : undefined}
      data-pointer={pointer}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
