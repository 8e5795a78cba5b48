import { CalendarRange, X } from 'lucide-react';
import { useState } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { saveFile } from '#renderer/ui/save-file.ts';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import { type ContractHistoryFormat, contractHistories } from '#shared/exports/index.ts';
import { idsOf } from '#shared/files/index.ts';
import { type BetweenGroup, type Comparison, compareDates } from './between.ts';
import { type BetweenChoice, chosenBetween, firstBetween } from './between-choice.ts';
import { comparisonJson, comparisonMarkdown } from './between-export.ts';
import { EntryGroup, FindingGroup } from './between-lists.tsx';
import { EntryDetail } from './entry-detail.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FindingDetail } from './finding-detail.tsx';
import { gapsAt } from './findings.ts';
import type { PartProps } from './history-tab.tsx';
import { isDay } from './view.ts';
import { messages } from './words.ts';

const groups: readonly BetweenGroup[] = ['breaks', 'touches', 'other'];
const writers: Readonly<Record<ContractHistoryFormat, (comparison: Comparison) => string>> = {
  markdown: comparisonMarkdown,
  json: comparisonJson,
};
interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (day: string) => void;
}

/** A typed day; invalid text stays in the field with an error. */
function Day({ label, value, error, onChange }: DayProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  return (
    <TextField
      label={label}
      value={typed}
      isMono
      error={isDay(typed) ? error : messages.date.wrong}
      onChange={(text) => {
        setTyped(text);
        if (isDay(text)) onChange(text);
      }}
    />
  );
}

interface DetailProps extends Pick<PartProps, 'contract' | 'change'> {
  readonly choice: BetweenChoice | null;
  readonly to: string;
}

/** The chosen line in full, and the way to it in the part that has all of its kind. */
function Detail({ choice, contract, change, to }: DetailProps) {
  const { isNarrow } = useTab();
  if (choice === null) return <p className="remark">{messages.between.choose}</p>;
  if (choice.kind === 'entry') {
    const { entry } = choice;
    return <EntryDetail key={entry.id} entry={entry} contract={contract} change={change} date={to} />;
  }
  const { finding, at } = choice;
  const end = (
    <>
      <SmallGhostButton onPress={() => change({ tab: 'findings', finding: finding.key, at })}>
        {messages.between.inFindings}
      </SmallGhostButton>
      {isNarrow ? (
        <SmallGhostButton
          icon={X}
          label={sharedMessages.common.close}
          onPress={() => change({ finding: null, entry: null })}
        />
      ) : null}
    </>
  );
  return <FindingDetail finding={finding} contract={contract} change={change} date={at} end={end} />;
}

interface ListsProps extends Pick<PartProps, 'contract' | 'change'> {
  readonly comparison: Comparison;
  readonly choice: BetweenChoice | null;
}

/** The changes and findings of the calls come first, and all other changes last. */
function Lists({ comparison, choice, contract, change }: ListsProps) {
  const entryGroup = (group: BetweenGroup) => (
    <EntryGroup
      title={messages.between.groups[group]}
      entries={comparison.entries[group]}
      breaksRule={group === 'breaks'}
      placesOf={(id) => contract.places.get(id)?.length ?? 0}
      selectedId={choice?.kind === 'entry' ? choice.entry.id : null}
      change={change}
    />
  );
  const selectedKey = choice?.kind === 'finding' ? choice.finding.key : null;
  return (
    <ScrollRegion label={messages.between.changes}>
      {entryGroup('breaks')}
      {entryGroup('touches')}
      <FindingGroup
        title={messages.between.appear}
        none={messages.between.noneAppear}
        findings={comparison.appear}
        at={comparison.to}
        selectedKey={selectedKey}
        change={change}
      />
      <FindingGroup
        title={messages.between.away}
        none={messages.between.noneAway}
        findings={comparison.away}
        at={comparison.from}
        selectedKey={selectedKey}
        change={change}
      />
      {entryGroup('other')}
    </ScrollRegion>
  );
}

function save(comparison: Comparison, format: ContractHistoryFormat): void {
  const { endings, mediaTypes } = contractHistories[format];
  const name = `contract-${comparison.from}-to-${comparison.to}.${endings[0]}`;
  saveFile(name, writers[format](comparison), mediaTypes[0]);
}

/** Compares the contract on two dates, with the effect of the change on the findings. */
export function BetweenTab({ contract, view, change, date }: PartProps) {
  const { history, state } = contract;
  const oldest = `${(history.newestFirst.at(-1)?.date ?? date).slice(0, 4)}-01-01`;
  const from = view.from ?? (date < history.newest ? date : oldest);
  const to = view.to ?? history.newest;
  const isOpen = gapsAt(state, to).length > 0;
  const comparison = compareDates(history.history.entries, state.findings, from, to, isOpen);
  const { isNarrow } = useTab();
  // A wide window always shows a detail beside the lists.
  const choice = chosenBetween(comparison, view) ?? (isNarrow ? null : firstBetween(comparison));
  const changes = groups.reduce((sum, group) => sum + comparison.entries[group].length, 0);
  const isEmpty = changes + comparison.appear.length + comparison.away.length === 0;
  return (
    <div className="ch-between">
      <div className="ch-days">
        <Day
          label={messages.between.from}
          value={from}
          error={null}
          onChange={(day) => change({ from: day, to })}
        />
        <Day
          label={messages.between.to}
          value={to}
          error={from < to ? null : messages.between.order}
          onChange={(day) => change({ from, to: day })}
        />
        <output className="ch-summary">
          {messages.between.summary(changes, comparison.appear.length, comparison.away.length)}
        </output>
        <span className="push" />
        <ExportMenu
          label={messages.exports.between}
          formats={idsOf(contractHistories)}
          onSave={(format) => save(comparison, format)}
        />
        {isOpen ? <p className="muted ch-open">{messages.between.open}</p> : null}
      </div>
      {isEmpty ? (
        <Empty icon={CalendarRange} title={messages.between.emptyTitle} text={messages.between.emptyText} />
      ) : (
        <div className={choice === null ? 'ch-split' : 'ch-split with-detail'}>
          <Lists comparison={comparison} choice={choice} contract={contract} change={change} />
          <section className="ch-detail" aria-label={messages.between.region}>
            <Detail choice={choice} contract={contract} change={change} to={to} />
          </section>
        </div>
      )}
    </div>
  );
}
