export interface CheckboxProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly isMono?: boolean;
}

/** One thing that holds or does not. */
export function Checkbox({ label, isChecked, onChange, isMono = false }: CheckboxProps) {
  return (
    <label className={isMono ? 'check mono' : 'check'}>
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
