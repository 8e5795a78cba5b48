import type { RefObject } from 'react';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { ChoiceOrAll } from '#renderer/ui/choice-or-all.tsx';
import { changeKinds, contractAreas } from '#shared/contract/history.ts';
import { hasFilter } from './entries.ts';
import { FilterFrame } from './filter-frame.tsx';
import type { ContractView } from './view.ts';
import { messages } from './words.ts';

/** No filter of the history. */
export const noEntryFilter = { text: '', area: null, kind: null, isBreaking: false, isMine: false } as const;

export interface EntryFiltersProps {
  readonly view: ContractView;
  readonly change: (part: Partial<ContractView>) => void;
  readonly shown: number;
  readonly total: number;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Which changes are shown. */
export function EntryFilters({ view, change, shown, total, field }: EntryFiltersProps) {
  const { filters } = messages;
  return (
    <FilterFrame
      label={filters.text}
      placeholder={filters.placeholder}
      text={view.text}
      onText={(text) => change({ text })}
      onClear={hasFilter(view) ? () => change(noEntryFilter) : null}
      count={filters.count(shown, total)}
      announced={filters.shown(shown)}
      field={field}
    >
      <ChoiceOrAll
        label={filters.area}
        all={filters.all}
        ids={contractAreas}
        word={(id) => messages.areas[id]}
        value={view.area}
        onChange={(area) => change({ area })}
      />
      <ChoiceOrAll
        label={filters.kind}
        all={filters.all}
        ids={changeKinds}
        word={(id) => messages.kinds[id]}
        value={view.kind}
        onChange={(kind) => change({ kind })}
      />
      <Checkbox
        label={filters.breaking}
        isChecked={view.isBreaking}
        onChange={(isBreaking) => change({ isBreaking })}
      />
      <Checkbox label={filters.mine} isChecked={view.isMine} onChange={(isMine) => change({ isMine })} />
    </FilterFrame>
  );
}
