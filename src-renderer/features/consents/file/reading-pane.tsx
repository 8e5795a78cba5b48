import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { Select, type SelectOption } from '#renderer/ui/select.tsx';
import {
  type CsvReading,
  delimiters,
  encodings,
  quotes,
  type ReadingGuess,
  type SourcePreview,
  type XlsxReading,
} from '#shared/consents/index.ts';
import { assertNever } from '#shared/errors/index.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.imports.file;

/** Readings as far as a person chose them, by the names of their members. */
export type GivenReading = Readonly<Record<string, string | number | null>>;

type Member = ReadingGuess['what'];

interface MemberFieldProps {
  readonly what: Member;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly preview: SourcePreview;
  readonly isChosen: boolean;
  readonly isLocked: boolean;
  readonly onChange: (value: string) => void;
}

function MemberField(props: MemberFieldProps) {
  const { what, value, options, preview, isChosen, isLocked, onChange } = props;
  const guess = preview.guesses.find((candidate) => candidate.what === what);
  return (
    <li className="imp-reading">
      <Select
        label={messages.fields[what]}
        options={options}
        value={value}
        mono={what === 'encoding'}
        disabled={isLocked}
        onChange={onChange}
      />
      <span className="help">
        {guess === undefined ? (
          isChosen ? (
            messages.chosen
          ) : null
        ) : (
          <span data-words="data">{messages.guess(guess.confidence, guess.reason)}</span>
        )}
      </span>
    </li>
  );
}

const encodingOptions = encodings.map((id) => ({ id, label: id }));
const delimiterOptions = delimiters.map((id) => ({ id, label: messages.delimiters[id] }));
// A choice needs a name, and no quote has none.
const quoteOptions = quotes.map((quote) => ({
  id: quote === '' ? 'none' : quote,
  label: messages.quotes[quote],
}));
const noHeaderId = 'none';

function headerOptions({ firstRecords, firstPlaces, reading }: SourcePreview): readonly SelectOption[] {
  const last = Math.max(firstRecords.length, reading.headerRow ?? 0);
  const records = Array.from({ length: Math.min(last, 100) }, (_, at) => ({
    id: String(at + 1),
    label: messages.headerRecord(firstPlaces[at]?.row ?? at + 1),
  }));
  return [{ id: noHeaderId, label: messages.noHeaderRow }, ...records];
}

export interface ReadingPaneProps {
  readonly preview: SourcePreview;
  readonly given: GivenReading;
  /** Something of it was chosen here, and not only saved before. */
  readonly isChosen: boolean;
  readonly isLocked: boolean;
  readonly onChange: (given: GivenReading) => void;
}

/** The header is guessed anew where the records are cut otherwise. */
function without(given: GivenReading, name: string): GivenReading {
  return Object.fromEntries(Object.entries(given).filter(([other]) => other !== name));
}

interface KindFieldsProps extends ReadingPaneProps {
  /** Changes how records are cut. */
  readonly recut: (change: GivenReading) => void;
}

function CsvFields({ reading, recut, ...common }: KindFieldsProps & { readonly reading: CsvReading }) {
  return (
    <>
      <MemberField
        {...common}
        what="encoding"
        value={reading.encoding}
        options={encodingOptions}
        onChange={(encoding) => recut({ encoding })}
      />
      <MemberField
        {...common}
        what="delimiter"
        value={reading.delimiter}
        options={delimiterOptions}
        onChange={(delimiter) => recut({ delimiter })}
      />
      <MemberField
        {...common}
        what="quote"
        value={reading.quote === '' ? 'none' : reading.quote}
        options={quoteOptions}
        onChange={(quote) => recut({ quote: quote === 'none' ? '' : quote })}
      />
    </>
  );
}

function XlsxFields(props: KindFieldsProps & { readonly reading: XlsxReading }) {
  const { reading, recut, given, onChange, ...common } = props;
  return (
    <>
      <MemberField
        {...common}
        what="sheet"
        value={reading.sheet}
        options={common.preview.sheets.map(({ name, rows }) => ({
          id: name,
          label: messages.sheetRows(name, rows),
        }))}
        onChange={(sheet) => recut({ sheet })}
      />
      <MemberField
        {...common}
        what="dateSystem"
        value={String(reading.dateSystem)}
        options={['1900', '1904'].map((id) => ({ id, label: id }))}
        onChange={(system) => onChange({ ...given, kind: reading.kind, dateSystem: Number(system) })}
      />
    </>
  );
}

/** The settings that can be changed for this kind of file. */
function KindFields(props: KindFieldsProps) {
  const { reading } = props.preview;
  switch (reading.kind) {
    case 'csv':
      return <CsvFields {...props} reading={reading} />;
    case 'xlsx':
      return <XlsxFields {...props} reading={reading} />;
    default:
      return assertNever(reading);
  }
}

/** How the file is read: each guess with how sure it is and why, and the way to say otherwise. */
export function ReadingPane({ preview, given, isChosen, isLocked, onChange }: ReadingPaneProps) {
  const { reading } = preview;
  const common = { preview, isChosen, isLocked };
  const recut = (change: GivenReading) =>
    onChange({ ...without(given, 'headerRow'), kind: reading.kind, ...change });
  return (
    <section aria-label={messages.how}>
      <PaneHead title={messages.how} />
      <ul className="imp-readings">
        <KindFields {...common} given={given} onChange={onChange} recut={recut} />
        <MemberField
          {...common}
          what="headerRow"
          value={reading.headerRow === null ? noHeaderId : String(reading.headerRow)}
          options={headerOptions(preview)}
          onChange={(record) =>
            onChange({
              ...given,
              kind: reading.kind,
              headerRow: record === noHeaderId ? null : Number(record),
            })
          }
        />
      </ul>
    </section>
  );
}

/** Rows by which a person sees whether the encoding is right. */
export function NonAscii({ preview }: Pick<ReadingPaneProps, 'preview'>) {
  if (preview.nonAscii.length === 0) return null;
  return (
    <section aria-label={messages.nonAscii}>
      <PaneHead title={messages.nonAscii} />
      <p className="remark">{messages.nonAsciiHelp}</p>
      <ul className="imp-samples">
        {preview.nonAscii.map(({ row, text }) => (
          <li key={row}>
            <span className="ref">{messages.row(row)}</span>
            <span className="mono wrap">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
