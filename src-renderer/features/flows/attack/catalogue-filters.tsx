import { ChoiceOrAll } from '#renderer/ui/choice-or-all.tsx';
import type { AttackGroup } from '#shared/api/index.ts';
import { type CatalogueFilter, changeView, type Severity } from './attack-view.ts';
import { groupName } from './group-name.ts';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;
const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low'];

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
      <ChoiceOrAll
        all={messages.all}
        label={messages.group}
        ids={groups.map(({ group }) => group)}
        word={(id) => {
          const found = groups.find(({ group }) => group === id);
          return found === undefined ? id : groupName(found);
        }}
        value={filter.group}
        onChange={(group) => change({ group })}
      />
      <ChoiceOrAll
        all={messages.all}
        label={messages.severity}
        ids={severities}
        word={(id) => messages.severities[id]}
        value={filter.severity}
        onChange={(severity) => change({ severity })}
      />
    </search>
  );
}
