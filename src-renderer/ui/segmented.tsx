import { useId } from 'react';

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly mini?: boolean;
}

/** Two or three choices side by side, one of them in force. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
  mini = false,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className={mini ? 'seg mini' : 'seg'} aria-label={label}>
      {options.map((option) => (
        <label key={option.id}>
          <input
            type="radio"
            name={name}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
