import type { RefObject } from 'react';
import { ChoiceOrAll } from '#renderer/ui/choice-or-all.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { LintFinding } from '#shared/contract/index.ts';
import { lintSeverities } from '#shared/contract/rule.ts';
import { FilterFrame } from './filter-frame.tsx';
import { hasFindingFilter } from './findings.ts';
import { type ContractView, ignoredChoices } from './view.ts';
import { messages } from './words.ts';

/** No filter of the findings. */
export const noFindingFilter = {
  text: '',
  severity: null,
  rule: null,
  file: null,
  ignored: 'hide',
} as const;

export interface FindingFiltersProps {
  readonly view: ContractView;
  readonly change: (part: Partial<ContractView>) => void;
  /** Those that count at the date: what can be chosen is among them. */
  readonly findings: readonly LintFinding[];
  readonly shown: number;
  readonly total: number;
  readonly field: RefObject<HTMLInputElement | null>;
}

function distinct(texts: readonly string[], chosen: string | null): readonly string[] {
  return [...new Set(chosen === null ? texts : [...texts, chosen])].toSorted();
}

/** Which findings are shown. */
export function FindingFilters({ view, change, findings, shown, total, field }: FindingFiltersProps) {
  const { findings: own, filters } = messages;
  const rules = distinct(
    findings.map(({ id }) => id),
    view.rule,
  );
  const files = distinct(
    findings.map(({ location }) => location.file),
    view.file,
  );
  return (
    <FilterFrame
      label={own.text}
      placeholder={own.placeholder}
      text={view.text}
      onText={(text) => change({ text })}
      onClear={hasFindingFilter(view) ? () => change(noFindingFilter) : null}
      count={own.count(shown, total)}
      announced={own.count(shown, total)}
      field={field}
    >
      <ChoiceOrAll
        label={own.severity}
        all={filters.all}
        ids={lintSeverities}
        word={(id) => messages.severities[id]}
        value={view.severity}
        onChange={(severity) => change({ severity })}
      />
      <ChoiceOrAll
        label={own.rule}
        all={filters.all}
        mono
        ids={rules}
        word={(id) => id}
        value={view.rule}
        onChange={(rule) => change({ rule })}
      />
      <span className="inline" data-words="data">
        <ChoiceOrAll
          label={own.source}
          all={own.allFiles}
          mono
          ids={files}
          word={(id) => id}
          value={view.file}
          onChange={(file) => change({ file })}
        />
      </span>
      <Select
        label={own.ignored}
        options={ignoredChoices.map((id) => ({ id, label: own.ignoredChoices[id] }))}
        value={view.ignored}
        onChange={(chosen) => change({ ignored: ignoredChoices.find((id) => id === chosen) ?? 'hide' })}
      />
    </FilterFrame>
  );
}
