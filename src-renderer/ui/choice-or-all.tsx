import { Select } from './select.tsx';

const allId = 'all';

export interface ChoiceOrAllProps<T extends string> {
  readonly label: string;
  /** The label of the option for all. */
  readonly all: string;
  readonly ids: readonly T[];
  readonly word: (id: T) => string;
  readonly value: T | null;
  readonly onChange: (id: T | null) => void;
  readonly mono?: boolean;
}

/** One of a few, or all. */
export function ChoiceOrAll<T extends string>(props: ChoiceOrAllProps<T>) {
  const { label, all, ids, word, value, onChange, mono = false } = props;
  return (
    <Select
      label={label}
      mono={mono}
      options={[{ id: allId, label: all }, ...ids.map((id) => ({ id, label: word(id) }))]}
      value={value ?? allId}
      onChange={(chosen) => onChange(ids.find((id) => id === chosen) ?? null)}
    />
  );
}
