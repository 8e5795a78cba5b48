import { Wrench } from 'lucide-react';
import { Badge } from '#renderer/ui/badge.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { LogColumn } from '#renderer/ui/log-row.tsx';
import { formatCount } from '#renderer/words/format.ts';
import { type FindingRow, fixable } from './findings.ts';
import { MarkedText } from './marked-text.tsx';
import { SeverityMark } from './severity-mark.tsx';
import { messages } from './words.ts';

const { columns } = messages.findings;

/** Line or entry of a finding in its file. */
function spot(row: FindingRow): string {
  if (row.kind === 'file') return '';
  const { line, column, entry } = row.finding.location;
  const { repeats } = row.finding;
  if (repeats !== undefined) return messages.findings.times(repeats.count);
  if (line !== undefined) return column === undefined ? `${line}` : `${line}:${column}`;
  return entry === undefined ? '' : `#${entry}`;
}

function Message({ row }: { readonly row: FindingRow }) {
  if (row.kind === 'file') return null;
  const { ignored, message } = row.finding;
  return (
    <>
      {ignored === null ? null : <Badge>{messages.findings.ignoredBadge}</Badge>}{' '}
      <span data-words="data">
        <MarkedText text={message} />
      </span>
    </>
  );
}

function Fixes({ row }: { readonly row: FindingRow }) {
  const count = row.kind === 'file' ? fixable(row.findings).length : 0;
  if (row.kind === 'file')
    return count === 0 ? null : (
      <>
        <span className="vh">{messages.findings.fixes(count)}</span>
        <span className="ch-fixes mono" aria-hidden="true">
          <Icon of={Wrench} small />
          {formatCount(count)}
        </span>
      </>
    );
  if (row.finding.fix === null) return null;
  return (
    <>
      <Icon of={Wrench} small />
      <span className="vh">{messages.findings.fixes(1)}</span>
    </>
  );
}

/** The columns of the findings: one line each. The head of a file takes the room of the first four. */
export const findingColumns: readonly LogColumn<FindingRow>[] = [
  {
    id: 'severity',
    title: columns.severity,
    cell: (row) =>
      row.kind === 'file' ? (
        <span className="mono strong" data-words="data">
          {messages.findings.ofFile(row.file, row.findings.length)}
        </span>
      ) : (
        <SeverityMark severity={row.finding.severity} isQuiet={row.finding.ignored !== null} hasWord />
      ),
  },
  {
    id: 'rule',
    title: columns.rule,
    className: 'mono',
    cell: (row) => (row.kind === 'file' ? null : row.finding.id),
  },
  { id: 'message', title: columns.message, cell: (row) => <Message row={row} /> },
  { id: 'place', title: columns.place, className: 'mono num', cell: spot },
  { id: 'fix', title: columns.fix, className: 'num ch-fix-cell', cell: (row) => <Fixes row={row} /> },
];

export const findingTemplate = '4.75rem 3.75rem minmax(0, 1fr) 4.5rem 2.5rem';
