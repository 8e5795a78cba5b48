import { Badge } from '#renderer/ui/badge.tsx';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { numbers, Table } from '#renderer/ui/table.tsx';
import { formatCount } from '#renderer/words/format.ts';
import { plainPlace, type RowPlace, type SourcePreview } from '#shared/consents/index.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.imports.file;

/** Records that are drawn: enough to see how the file is made. */
const maxRecords = 60;

export interface PreviewTableProps {
  readonly preview: SourcePreview;
  readonly isLocked: boolean;
  readonly onHeader: (record: number | null) => void;
}

interface RecordProps extends PreviewTableProps {
  readonly cells: readonly string[];
  /** Counted from 1, empty rows left out. */
  readonly record: number;
  readonly place: RowPlace;
  readonly width: number;
}

function RecordRow({ cells, record, place, width, preview, isLocked, onHeader }: RecordProps) {
  const { headerRow } = preview.reading;
  const isHeader = record === headerRow;
  const isAbove = headerRow !== null && record < headerRow;
  return (
    <tr className={isHeader ? 'imp-header' : isAbove ? 'imp-above' : undefined}>
      <th scope="row" className="num mono">
        {isHeader ? (
          <Badge>{messages.isHeader}</Badge>
        ) : (
          <button
            type="button"
            className="lnk mono"
            aria-label={messages.asHeader(place.row)}
            title={messages.asHeader(place.row)}
            disabled={isLocked}
            onClick={() => onHeader(record)}
          >
            {formatCount(place.row)}
          </button>
        )}
      </th>
      {Array.from({ length: width }, (_, at) => (
        <td key={at} className="mono">
          {cells[at]}
        </td>
      ))}
    </tr>
  );
}

/** The first records of the file; the header record is chosen among them. */
export function PreviewTable(props: PreviewTableProps) {
  const { preview, isLocked, onHeader } = props;
  const records = preview.firstRecords.slice(0, maxRecords);
  const width = Math.max(1, ...records.map((cells) => cells.length));
  return (
    <section className="imp-pane" aria-label={messages.preview} data-both-ways>
      <div className="pane-head">
        <h2 className="label">{messages.preview}</h2>
        <span className="ref clip">{messages.headerHelp}</span>
        <span className="push" />
        <SmallGhostButton
          isPressed={preview.reading.headerRow === null}
          disabled={isLocked}
          onPress={() => onHeader(null)}
        >
          {messages.noHeader}
        </SmallGhostButton>
      </div>
      <ScrollRegion label={messages.previewTable}>
        <Table
          label={messages.previewTable}
          className="rows imp-preview"
          columns={[
            numbers(messages.rowHead),
            ...Array.from({ length: width }, (_, at) => ({
              head: preview.columns[at] ?? at + 1,
              className: 'mono',
              isData: true,
            })),
          ]}
        >
          {records.map((cells, at) => (
            <RecordRow
              key={at}
              {...props}
              cells={cells}
              record={at + 1}
              place={preview.firstPlaces[at] ?? plainPlace(at + 1, 0)}
              width={width}
            />
          ))}
        </Table>
      </ScrollRegion>
    </section>
  );
}
