import { Plus, X } from 'lucide-react';
import { sharedMessages } from '../words/shared-messages.ts';
import { SmallGhostButton } from './button.tsx';
import { Checkbox } from './checkbox.tsx';

const messages = sharedMessages.pairs;

type Pairs = Readonly<Record<string, string | null>>;

export interface PairListProps {
  readonly title: string;
  readonly add: string;
  readonly pairs: Pairs;
  /** A value may also be null. */
  readonly canBeNull?: boolean;
  readonly onChange: (pairs: Pairs) => void;
}

function renamed(pairs: Pairs, from: string, to: string): Pairs {
  if (to === '' || Object.hasOwn(pairs, to)) return pairs;
  return Object.fromEntries(Object.entries(pairs).map(([name, value]) => [name === from ? to : name, value]));
}

/** Names with their values, in the order in which they were given. */
export function PairList({ title, add, pairs, canBeNull = false, onChange }: PairListProps) {
  const entries = Object.entries(pairs);
  const set = (name: string, value: string | null) => onChange({ ...pairs, [name]: value });
  const free = () => {
    let number = entries.length + 1;
    while (Object.hasOwn(pairs, `name-${number}`)) number += 1;
    return `name-${number}`;
  };
  return (
    <fieldset className="pairs">
      <legend className="label">{title}</legend>
      <ul>
        {entries.map(([name, value], at) => (
          <li key={`${at} ${name}`} className="row tight">
            <input
              className="in mono"
              aria-label={messages.name(at + 1)}
              defaultValue={name}
              onBlur={(event) => onChange(renamed(pairs, name, event.target.value))}
            />
            <input
              className="in mono"
              aria-label={messages.value(name)}
              value={value ?? ''}
              readOnly={value === null}
              onChange={(event) => set(name, event.target.value)}
            />
            {canBeNull ? (
              <span className="row">
                <Checkbox
                  label={messages.null}
                  of={name}
                  isMono
                  isChecked={value === null}
                  onChange={(isNull) => set(name, isNull ? null : '')}
                />
              </span>
            ) : null}
            <SmallGhostButton
              icon={X}
              label={messages.remove(name)}
              onPress={() => onChange(Object.fromEntries(entries.toSpliced(at, 1)))}
            />
          </li>
        ))}
      </ul>
      <SmallGhostButton icon={Plus} onPress={() => set(free(), '')}>
        {add}
      </SmallGhostButton>
    </fieldset>
  );
}
