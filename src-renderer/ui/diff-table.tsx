import type { DiffLine } from '#shared/api/index.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { Table } from './table.tsx';

export interface DiffTableProps {
  readonly lines: readonly DiffLine[];
  readonly left: string;
  readonly right: string;
}

interface SideProps {
  readonly line: DiffLine;
  readonly side: 'left' | 'right';
}

function Side({ line: { left, right, segments }, side }: SideProps) {
  const value = side === 'left' ? left : right;
  if (value === null) return <td className="muted">{sharedMessages.diff.absent}</td>;
  // Two masks look the same; the line is shown because the values behind them differ.
  if (left === right) {
    return (
      <td className="mono">
        {value} <mark>{sharedMessages.diff.differs}</mark>
      </td>
    );
  }
  if (segments === null) return <td className="mono">{value}</td>;
  return (
    <td className="mono">
      {segments.map(({ text, in: where }, index) => {
        if (where === 'both') return text;
        // Segments have no identity but their order, which is fixed.
        return where === side ? <mark key={`${index} ${text}`}>{text}</mark> : null;
      })}
    </td>
  );
}

/** Where two exchanges differ, part by part, with what changed marked. */
export function DiffTable({ lines, left, right }: DiffTableProps) {
  if (lines.length === 0) return <p className="remark">{sharedMessages.diff.same}</p>;
  return (
    <Table className="diff" columns={[sharedMessages.diff.part, sharedMessages.diff.name, left, right]}>
      {lines.map((line, index) => (
        <tr key={`${index} ${line.part} ${line.name}`}>
          <td className="muted">{sharedMessages.diff.parts[line.part]}</td>
          <th scope="row" className="mono">
            {line.name}
          </th>
          <Side line={line} side="left" />
          <Side line={line} side="right" />
        </tr>
      ))}
    </Table>
  );
}
