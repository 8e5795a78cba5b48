import type { ReactNode } from 'react';
import { ListBox } from '#renderer/ui/list-box.tsx';
import { formatCount } from '#renderer/words/format.ts';
import type { ContractEntry, LintFinding } from '#shared/contract/index.ts';
import { placeOf } from './between-export.ts';
import { EntryRow } from './entry-row.tsx';
import { MarkedText } from './marked-text.tsx';
import { SeverityMark } from './severity-mark.tsx';
import type { ContractView } from './view.ts';
import { messages } from './words.ts';

/** Number of findings listed on either side; Findings and the exports have all of them. */
const maxListed = 200;

interface GroupProps {
  readonly title: string;
  readonly count: number;
  /** Said in place of an empty list. */
  readonly none: string;
  readonly children: ReactNode;
}

function Group({ title, count, none, children }: GroupProps) {
  return (
    <section aria-label={title}>
      <h2 className="label ch-heading">
        {title} <span className="mono">{formatCount(count)}</span>
      </h2>
      {count === 0 ? <p className="muted ch-none">{none}</p> : children}
    </section>
  );
}

export interface EntryGroupProps {
  readonly title: string;
  readonly entries: readonly ContractEntry[];
  /** Calls break a rule of each of them. */
  readonly breaksRule: boolean;
  readonly placesOf: (id: string) => number;
  readonly selectedId: string | null;
  readonly change: (part: Partial<ContractView>) => void;
}

/** The changes between two days that have one effect on the calls in the work. */
export function EntryGroup({ title, entries, breaksRule, placesOf, selectedId, change }: EntryGroupProps) {
  return (
    <Group title={title} count={entries.length} none={messages.between.none}>
      <ListBox
        label={title}
        items={entries}
        selectedId={selectedId}
        onSelect={({ id }) => change({ entry: id, finding: null })}
        className={entries.some(({ id }) => placesOf(id) > 0) ? 'ch-lines' : 'ch-lines ch-unused'}
        itemClass={() => 'ch-option inset'}
      >
        {(entry) => (
          <EntryRow entry={entry} places={placesOf(entry.id)} isLater={false} breaksRule={breaksRule} />
        )}
      </ListBox>
    </Group>
  );
}

export interface FindingGroupProps {
  readonly title: string;
  readonly none: string;
  readonly findings: readonly LintFinding[];
  readonly selectedKey: string | null;
  readonly change: (part: Partial<ContractView>) => void;
  /** A day at which they count. */
  readonly at: string;
}

interface FindingLine {
  readonly id: string;
  readonly finding: LintFinding;
  readonly count: number;
}

/** Findings that say the same of the same place, as many requests make them, are one line. */
function linesOf(findings: readonly LintFinding[]): readonly FindingLine[] {
  const same = Map.groupBy(findings, (finding) => `${finding.id} ${finding.message} ${placeOf(finding)}`);
  return [...same.values()].flatMap(([finding, ...others]) =>
    finding === undefined ? [] : [{ id: finding.key, finding, count: others.length + 1 }],
  );
}

/** The findings that count on one of two days alone. */
export function FindingGroup({ title, none, findings, selectedKey, change, at }: FindingGroupProps) {
  const lines = linesOf(findings);
  const rest = lines.slice(maxListed).reduce((sum, { count }) => sum + count, 0);
  return (
    <Group title={title} count={findings.length} none={none}>
      <ListBox
        label={title}
        items={lines.slice(0, maxListed)}
        selectedId={selectedKey}
        onSelect={({ id }) => change({ finding: id })}
        className="ch-lines"
        itemClass={() => 'ch-option inset'}
      >
        {({ finding, count }) => (
          <span className="ch-row finding">
            <SeverityMark severity={finding.severity} />
            <span className="mono">{finding.id}</span>
            <span className="clip" data-words="data">
              <MarkedText text={finding.message} />
            </span>
            <span className="mono clip muted ch-row-place" data-words="data">
              {placeOf(finding)}
              {count === 1 ? '' : ` × ${formatCount(count)}`}
            </span>
          </span>
        )}
      </ListBox>
      {rest === 0 ? null : (
        <button
          type="button"
          className="lnk ch-none"
          onClick={() => change({ tab: 'findings', finding: null, at })}
        >
          {messages.between.more(rest)}
        </button>
      )}
    </Group>
  );
}
