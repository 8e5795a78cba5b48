import { Select } from '#renderer/ui/select.tsx';
import type { AttackGroup } from '#shared/api/index.ts';
import { type CatalogueFilter, changeView, type Severity } from './attack-view.ts';
import { groupName } from './group-name.ts';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;
const allId = 'all';
const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low'];

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly ids: readonly T[];
  readonly word: (id: T) => string;
  readonly value: T | null;
  readonly onChange: (id: T | null) => void;
}

/** One of a few, or all. */
function Choice<T extends string>({ label, ids, word, value, onChange }: ChoiceProps<T>) {
  return (
    <Select
      label={label}
      options={[{ id: allId, label: messages.all }, ...ids.map((id) => ({ id, label: word(id) }))]}
      value={value ?? allId}
      onChange={(chosen) => onChange(ids.find((id) => id === chosen) ?? null)}
    />
  );
}

export interface CatalogueFiltersProps {
  readonly groups: readonly AttackGroup[];
  readonly filter: CatalogueFilter;
}

/** Which cases are shown. */
export function CatalogueFilters({ groups, filter }: CatalogueFiltersProps) {
  const change = (part: Partial<CatalogueFilter>) => changeView({ filter: { ...filter, ...part } });
  return (
    <search className="attack-filters">
      <input
        type="search"
        className="in"
        aria-label={messages.filterText}
        placeholder={messages.filterPlaceholder}
        value={filter.text}
        onChange={(event) => change({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') change({ text: '' });
        }}
      />
      <Choice
        label={messages.group}
        ids={groups.map(({ group }) => group)}
        word={(id) => {
          const found = groups.find(({ group }) => group === id);
          return found === undefined ? id : groupName(found);
        }}
        value={filter.group}
        onChange={(group) => change({ group })}
      />
      <Choice
        label={messages.severity}
        ids={severities}
        word={(id) => messages.severities[id]}
        value={filter.severity}
        onChange={(severity) => change({ severity })}
      />
    </search>
  );
}
