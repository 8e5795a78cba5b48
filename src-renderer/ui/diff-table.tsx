import type { DiffLine } from '#shared/api/index.ts';
import { strings } from '../words/strings.ts';
import { difference } from './difference.ts';
import { Table } from './table.tsx';

export interface DiffTableProps {
  readonly lines: readonly DiffLine[];
  readonly left: string;
  readonly right: string;
}

interface SideProps {
  readonly value: string | null;
  readonly other: string | null;
}

function Side({ value, other }: SideProps) {
  if (value === null) return <td className="muted">{strings.diff.absent}</td>;
  const { before, changed, after } = difference(value, other ?? '');
  // Two masks look the same; the line stands here because what is behind them is not.
  if (value === other) {
    return (
      <td className="mono">
        {value} <mark>{strings.diff.differs}</mark>
      </td>
    );
  }
  return (
    <td className="mono">
      {before}
      {changed === '' ? null : <mark>{changed}</mark>}
      {after}
    </td>
  );
}

/** Where two exchanges differ, part by part, with the changed characters marked. */
export function DiffTable({ lines, left, right }: DiffTableProps) {
  if (lines.length === 0) return <p className="remark">{strings.diff.same}</p>;
  return (
    <Table className="diff" columns={[strings.diff.part, strings.diff.name, left, right]}>
      {lines.map((line, index) => (
        <tr key={`${index} ${line.part} ${line.name}`}>
          <td className="muted">{strings.diff.parts[line.part]}</td>
          <th scope="row" className="mono">
            {line.name}
          </th>
          <Side value={line.left} other={line.right} />
          <Side value={line.right} other={line.left} />
        </tr>
      ))}
    </Table>
  );
}
