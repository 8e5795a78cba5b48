import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { setAt } from '#renderer/workbench/json-edits.ts';
import { NumberField } from '../number-field.tsx';
import { labMessages } from '../words.ts';
import { findingAt, type Policy } from './use-policy.ts';

const messages = labMessages.throttle.policy;

const switches = [
  ['shadow', messages.shadow],
  ['rateLimitHeaders', messages.headers],
  ['carryOver', messages.carryOver],
] as const;

/** How often idle buckets are forgotten. */
export function CleaningField({ policy }: { readonly policy: Policy }) {
  const { filter, file, findings } = policy;
  if (filter === null) return null;
  const path = [...filter.path, 'config', 'cleaningInterval'];
  const value = filter.config['cleaningInterval'];
  return (
    <label className="inline num-field push">
      {messages.cleaning}
      <input
        className="in mono"
        autoComplete="off"
        spellCheck={false}
        placeholder="5 s"
        aria-invalid={findingAt(findings, path) === null ? undefined : true}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) =>
          policy.change(setAt(file.text, path, event.target.value === '' ? undefined : event.target.value))
        }
      />
    </label>
  );
}

/** The options of a throttling filter besides its rates; members at their default value are omitted. */
export function FilterOptions({ policy }: { readonly policy: Policy }) {
  const { filter, file } = policy;
  if (filter === null) return null;
  const set = (member: string, value: boolean | number | undefined) =>
    policy.change(setAt(file.text, [...filter.path, 'config', member], value === false ? undefined : value));
  const cap = filter.config['maximumGroups'];
  return (
    <section className="lab-part" aria-label={messages.options}>
      <h3 className="label">{messages.options}</h3>
      <div className="lab-options">
        {switches.map(([member, label]) => (
          <Checkbox
            key={member}
            label={label}
            isChecked={filter.config[member] === true}
            onChange={(isChecked) => set(member, isChecked)}
          />
        ))}
        <NumberField
          label={messages.cap}
          value={typeof cap === 'number' ? cap : undefined}
          unit={messages.capUnit}
          isInteger
          canBeEmpty
          min={1}
          onChange={(value) => set('maximumGroups', value)}
        />
      </div>
    </section>
  );
}
