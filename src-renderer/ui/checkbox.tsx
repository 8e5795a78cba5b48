export interface CheckboxProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly isMono?: boolean;
  /** It cannot be changed now; a sentence near it says why. */
  readonly isDisabled?: boolean;
}

/** One thing that holds or does not. */
export function Checkbox({ label, isChecked, onChange, isMono = false, isDisabled = false }: CheckboxProps) {
  return (
    <label className={isMono ? 'check mono' : 'check'}>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
