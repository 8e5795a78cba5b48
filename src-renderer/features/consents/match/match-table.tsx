import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { numbers, Table, unseen } from '#renderer/ui/table.tsx';
import { Verdict, type VerdictProps } from '#renderer/ui/verdict.tsx';
import { formatCount } from '#renderer/words/format.ts';
import type { ImportMatches } from '#shared/consents/index.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.imports.match;

export type Match = ImportMatches['agreements'][number];

const verdicts: Readonly<Record<Match['outcome'], VerdictProps['of']>> = {
  matched: 'passed',
  fallback: 'warning',
  ambiguous: 'review',
  missing: 'failed',
};

/** Rows by how their value matched. */
export function bucketsOf(matches: readonly Match[]): Readonly<Record<Match['outcome'], number>> {
  const counts = { matched: 0, fallback: 0, ambiguous: 0, missing: 0 };
  for (const { outcome } of matches) counts[outcome] += 1;
  return counts;
}

/** Values of the file that the target knows: what one that it does not know can be replaced by. */
export function knownValues(matches: readonly Match[]): readonly string[] {
  return matches.filter(({ outcome }) => outcome === 'matched').map(({ value }) => value);
}

/** How many matched and how many did not. */
export function Buckets({
  counts,
}: {
  readonly counts: Readonly<Partial<Record<Match['outcome'], number>>>;
}) {
  const shown = (['matched', 'fallback', 'ambiguous', 'missing'] as const).filter(
    (outcome) => outcome !== 'fallback' || (counts.fallback ?? 0) > 0,
  );
  return (
    <ul className="imp-buckets">
      {shown.map((outcome) => (
        <li key={outcome}>
          <Verdict
            of={(counts[outcome] ?? 0) === 0 && outcome !== 'matched' ? 'skipped' : verdicts[outcome]}
            bare
            word={messages.buckets[outcome]}
          />
          <span className="mono strong">{formatCount(counts[outcome] ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}

interface MatchRowProps {
  readonly match: Match;
  readonly act: string | null;
  readonly actLabel: string;
  readonly onAct: () => void;
}

function MatchRow({ match, act, actLabel, onAct }: MatchRowProps) {
  const { value, rows, outcome, candidates } = match;
  return (
    <tr>
      <th scope="row" className="mono wrap">
        {value}
      </th>
      <td className="num mono">{formatCount(rows)}</td>
      <td>
        <Verdict of={verdicts[outcome]} bare word={messages.buckets[outcome]} />
      </td>
      <td className="wrap" data-words="data">
        {candidates
          .slice(0, 3)
          .map(({ label }) => label)
          .join(', ')}
      </td>
      <td className="acts-cell">
        {act === null ? null : (
          <button type="button" className="lnk" aria-label={actLabel} onClick={onAct}>
            {act}
          </button>
        )}
      </td>
    </tr>
  );
}

export interface MatchTableProps {
  readonly title: string;
  readonly matches: readonly Match[];
  readonly counts: Readonly<Partial<Record<Match['outcome'], number>>>;
  /** The action offered for a value that is not matched; null: none here. */
  readonly act: string | null;
  readonly actLabel: (value: string) => string;
  readonly onAct: (match: Match) => void;
  /** Stands below: what else there is to say. */
  readonly help?: string | null;
  readonly groupAct?: { readonly label: string; readonly run: () => void } | null;
}

/** Values of the file with their targets; unsettled ones come first. */
export function MatchTable(props: MatchTableProps) {
  const { title, matches, counts, act, actLabel, onAct, help = null, groupAct = null } = props;
  const order = { missing: 0, ambiguous: 1, fallback: 2, matched: 3 } as const;
  const sorted = matches.toSorted((one, other) => order[one.outcome] - order[other.outcome]);
  return (
    <section aria-label={title}>
      <PaneHead title={title}>
        <Buckets counts={counts} />
        <span className="push" />
        {groupAct === null ? null : (
          <SmallGhostButton onPress={groupAct.run}>{groupAct.label}</SmallGhostButton>
        )}
      </PaneHead>
      {matches.length === 0 ? null : (
        <ScrollRegion label={messages.valuesOf(title)} className="imp-tall">
          <Table
            label={title}
            className="rows imp-matches"
            columns={[
              messages.value,
              numbers(messages.rowsHead),
              messages.outcome,
              messages.at_target,
              unseen(messages.resolve),
            ]}
          >
            {sorted.map((match) => (
              <MatchRow
                key={match.value}
                match={match}
                act={match.outcome === 'matched' ? null : act}
                actLabel={actLabel(match.value)}
                onAct={() => onAct(match)}
              />
            ))}
          </Table>
        </ScrollRegion>
      )}
      {help === null ? null : <p className="remark">{help}</p>}
    </section>
  );
}
