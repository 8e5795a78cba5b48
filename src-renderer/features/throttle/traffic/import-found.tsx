import { Bar } from '#renderer/ui/bar.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Table } from '#renderer/ui/table.tsx';
import type { ImportedLog, LogImportPreview } from '#shared/api/index.ts';
import { pathKey } from '#shared/throttle/traffic/recipe.ts';
import { labMessages } from '../words.ts';
import type { LogImport } from './use-log-import.ts';

const messages = labMessages.traffic.importing;
const maxRemarks = 8;
const maxTop = 3;
const shownLines = 4;
const shownColumns = 20;

/** How far sending and reading are, and a button that ends both. */
export function ImportProgress({ log }: { readonly log: LogImport }) {
  const isReading = log.state?.state === 'running';
  if (log.sent === null && !isReading) return null;
  const share = log.sent ?? log.state?.share ?? 0;
  const label = log.sent === null ? messages.reading(log.state?.requests ?? 0) : messages.sending;
  return (
    <div className="row">
      <output className="help">{label}</output>
      <Bar label={label} done={share} total={1} />
      <Button small onPress={log.stop}>
        {messages.stop}
      </Button>
    </div>
  );
}

/** The recognised format of each file, and its first lines. */
export function ImportLines({ preview }: { readonly preview: LogImportPreview }) {
  return (
    <section className="lab-found" aria-label={messages.preview}>
      {preview.files.filter(hasText).map((file) => (
        <div key={file.name} className="lab-preview">
          <p className="help">
            {messages.recognised(
              file.name,
              file.format === null ? null : messages.formats[file.format],
              file.isPacked,
            )}
          </p>
          {file.rows.length > 0 ? <Parts file={file} /> : <Lines file={file} />}
        </div>
      ))}
    </section>
  );
}

type PreviewedFile = LogImportPreview['files'][number];

function hasText({ lines }: PreviewedFile): boolean {
  return lines.some((line) => line !== '');
}

/** The first lines in their columns, so that a person sees which column says what. */
function Parts({ file: { name, columns, rows } }: { readonly file: PreviewedFile }) {
  return (
    <ScrollRegion isBody label={messages.firstLines(name)}>
      <Table isData columns={columns.map((head) => ({ head, isData: true }))}>
        {rows.slice(0, shownLines).map((cells, row) => (
          <tr key={`${row} ${cells.join(' ')}`}>
            {columns.map((column, at) => (
              <td key={column} className="mono clip">
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </ScrollRegion>
  );
}

function Lines({ file: { name, lines } }: { readonly file: PreviewedFile }) {
  return (
    <ul className="ref" aria-label={messages.firstLines(name)}>
      {[...new Set(lines)].slice(0, shownLines).map((line) => (
        <li key={line} className="mono clip">
          {line}
        </li>
      ))}
    </ul>
  );
}

/** The content of the imported logs, and the parts left out. */
export function Found({ found }: { readonly found: ImportedLog }) {
  const { answers } = found;
  const isClean = found.skipped === 0 && found.leftOut.length === 0;
  return (
    <section className="lab-found" aria-label={messages.skipped}>
      <p className="strong">{messages.imported(found.traceRequests, found.traffic.clients.length)}</p>
      {isClean ? <p className="help">{messages.nothingSkipped}</p> : null}
      {found.skipped === 0 ? null : (
        <>
          <p className="help">{`${messages.skipped}: ${found.skipped}`}</p>
          <ul className="lab-remarks">
            {found.remarks.slice(0, maxRemarks).map(({ file, line, message }) => (
              <li key={`${file ?? ''} ${line} ${message}`} className="ref wrap">
                {`${file === undefined ? '' : `${file}, `}${line}: ${message}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {found.leftOut.length === 0 ? null : (
        <p className="help">{messages.leftOutColumns(found.leftOut.map(({ name }) => name).join(', '))}</p>
      )}
      <Missing found={found} />
      {found.backwards === 0 ? null : <p className="help">{messages.backwards(found.backwards)}</p>}
      {answers.tooMany + answers.unavailable + answers.dropped === 0 ? null : (
        <p className="help">
          {messages.answers(answers.tooMany, answers.unavailable, answers.repeats, answers.dropped)}
        </p>
      )}
      {found.isWholeSeconds ? <p className="help">{messages.wholeSeconds}</p> : null}
    </section>
  );
}

const parts = ['address', 'path', 'method'] as const;

/** The parts of which requests say nothing, and what stands for them. */
function Missing({ found: { missing, columns, traceRequests } }: { readonly found: ImportedLog }) {
  const named = columns.slice(0, shownColumns).join(', ');
  return parts
    .filter((part) => missing[part] > 0)
    .map((part) => (
      <Note key={part} kind="warning" title={messages.missing[part](missing[part], traceRequests, named)} />
    ));
}

function nameOf(column: string): string {
  return column === pathKey ? messages.paths : column;
}

/** Columns by which clients could be told apart, as buttons. */
export function Proposals({
  found,
  onChoose,
}: {
  readonly found: ImportedLog;
  readonly onChoose: (column: string) => void;
}) {
  const { proposals, taken } = found;
  if (proposals.length === 0) return null;
  return (
    <fieldset className="lab-found">
      <legend className="help">{messages.proposals}</legend>
      {proposals.map(({ column, keys, top }) => (
        <span key={column} className="lab-proposal">
          <Button small disabled={column === taken.key} onPress={() => onChoose(column)}>
            {messages.proposal(nameOf(column), keys)}
          </Button>
          <span className="ref clip">
            {top
              .slice(0, maxTop)
              .map(({ key, requests }) => `${key} × ${requests}`)
              .join(', ')}
          </span>
        </span>
      ))}
    </fieldset>
  );
}
