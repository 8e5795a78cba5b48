export interface CheckboxProps {
  readonly label: string;
  /** Describes the subject for screen readers, where others see it beside the box. */
  readonly of?: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly isMono?: boolean;
  /** It cannot be changed now; a sentence near it says why. */
  readonly isDisabled?: boolean;
}

/** One thing that holds or does not. */
export function Checkbox(props: CheckboxProps) {
  const { label, of, isChecked, onChange, isMono = false, isDisabled = false } = props;
  return (
    <label className={isMono ? 'check mono' : 'check'}>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
      {of === undefined ? null : <span className="vh"> {of}</span>}
    </label>
  );
}
