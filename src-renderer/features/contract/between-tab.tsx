import { CalendarRange } from 'lucide-react';
import { useId, useState } from 'react';
import { Empty } from '#renderer/ui/empty.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { saveFile } from '#renderer/ui/save-file.ts';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { formatCount } from '#renderer/words/format.ts';
import type { ContractEntry, LintFinding } from '#shared/contract/index.ts';
import { type ContractHistoryFormat, contractHistories } from '#shared/exports/index.ts';
import { idsOf } from '#shared/files/index.ts';
import { type BetweenGroup, type Comparison, compareDates } from './between.ts';
import { comparisonJson, comparisonMarkdown, placeOf } from './between-export.ts';
import { impactOf } from './entries.ts';
import { ImpactWord, Mark } from './entry-mark.tsx';
import { ExportMenu } from './export-menu.tsx';
import { gapsAt } from './findings.ts';
import type { PartProps } from './history-tab.tsx';
import { MarkedText } from './marked-text.tsx';
import { SeverityMark } from './severity-mark.tsx';
import { type ContractView, isDay } from './view.ts';
import { messages } from './words.ts';

const groups: readonly BetweenGroup[] = ['breaks', 'touches', 'other'];
const writers: Readonly<Record<ContractHistoryFormat, (comparison: Comparison) => string>> = {
  markdown: comparisonMarkdown,
  json: comparisonJson,
};
/** Number of findings listed on either side; Findings and the exports have all of them. */
const maxListed = 200;

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

interface GroupProps {
  readonly group: BetweenGroup;
  readonly entries: readonly ContractEntry[];
  readonly change: (part: Partial<ContractView>) => void;
}

function Group({ group, entries, change }: GroupProps) {
  return (
    <section className="ch-part" aria-label={messages.between.groups[group]}>
      <h2 className="label">
        {messages.between.groups[group]} <span className="mono">{formatCount(entries.length)}</span>
      </h2>
      {entries.length === 0 ? <p className="muted">{messages.between.none}</p> : null}
      <ul className="ch-lines">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Mark kind={entry.kind} impact={impactOf(entry)} />
            <span className="mono">{entry.date}</span>
            <button
              type="button"
              className="lnk wrap"
              data-words="data"
              onClick={() => change({ tab: 'history', entry: entry.id })}
            >
              <MarkedText text={entry.title} />
            </button>
            <ImpactWord entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FindingsProps {
  readonly title: string;
  readonly none: string;
  readonly findings: readonly LintFinding[];
  readonly change: (part: Partial<ContractView>) => void;
  /** A day at which they count. */
  readonly at: string;
}

/** Findings that say the same of the same place, as many requests make them, are one line. */
function linesOf(findings: readonly LintFinding[]): readonly (readonly LintFinding[])[] {
  return [
    ...Map.groupBy(findings, (finding) => `${finding.id} ${finding.message} ${placeOf(finding)}`).values(),
  ];
}

function Findings({ title, none, findings, change, at }: FindingsProps) {
  const base = useId();
  const lines = linesOf(findings);
  const rest = lines.slice(maxListed).flat().length;
  return (
    <section className="ch-part" aria-label={title}>
      <h2 className="label">
        {title} <span className="mono">{formatCount(findings.length)}</span>
      </h2>
      {findings.length === 0 ? <p className="muted">{none}</p> : null}
      <ul className="ch-lines findings">
        {lines.slice(0, maxListed).map(([finding, ...others], index) =>
          finding === undefined ? null : (
            <li key={finding.key}>
              <SeverityMark severity={finding.severity} />
              <span className="mono">{finding.id}</span>
              <button
                type="button"
                id={`${base}-${index}`}
                // Many places may have the same to say.
                aria-labelledby={`${base}-${index} ${base}-${index}-place`}
                className="lnk wrap"
                data-words="data"
                onClick={() => change({ tab: 'findings', finding: finding.key, at })}
              >
                <MarkedText text={finding.message} />
              </button>
              <span id={`${base}-${index}-place`} className="mono wrap muted">
                {placeOf(finding)}
                {others.length === 0 ? '' : ` × ${formatCount(others.length + 1)}`}
              </span>
            </li>
          ),
        )}
      </ul>
      {rest === 0 ? null : (
        <button type="button" className="lnk" onClick={() => change({ tab: 'findings', finding: null, at })}>
          {messages.between.more(rest)}
        </button>
      )}
    </section>
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
        <div className="ch-compared">
          <ScrollRegion label={messages.between.changes}>
            {groups.map((group) => (
              <Group key={group} group={group} entries={comparison.entries[group]} change={change} />
            ))}
          </ScrollRegion>
          <ScrollRegion label={messages.tabs.findings(0)}>
            <Findings
              title={messages.between.appear}
              none={messages.between.noneAppear}
              findings={comparison.appear}
              change={change}
              at={to}
            />
            <Findings
              title={messages.between.away}
              none={messages.between.noneAway}
              findings={comparison.away}
              change={change}
              at={from}
            />
          </ScrollRegion>
        </div>
      )}
    </div>
  );
}
