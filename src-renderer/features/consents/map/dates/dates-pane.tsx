import { useId, useRef, useState } from 'react';
import { TextField } from '#renderer/ui/field.tsx';
import { Drawn } from '#renderer/ui/icon.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { Select, type SelectOption } from '#renderer/ui/select.tsx';
import { type Completion, SuggestField } from '#renderer/ui/suggest-field.tsx';
import { Table } from '#renderer/ui/table.tsx';
import { formatCount } from '#renderer/words/format.ts';
import type { DateCandidate, DateReading, DateSurvey } from '#shared/consents/index.ts';
import { importMessages } from '../../words.ts';

const messages = importMessages.imports.map;

const namedFormats = ['iso', 'epoch-seconds', 'epoch-millis', 'excel-1900', 'excel-1904'] as const;
const usualPatterns = ['yyyy-MM-dd', 'dd/MM/yyyy', 'MM/dd/yyyy', 'dd.MM.yyyy', 'dd.MM.yyyy HH:mm'] as const;
const ownId = 'own pattern';

export interface DatesPaneProps {
  readonly survey: DateSurvey | null;
  /** The date reading in force; null while it is loading. */
  readonly dates: DateReading | null;
  readonly isLocked: boolean;
  readonly onChange: (dates: DateReading) => void;
}

function formatLabel(format: string): string {
  const named = namedFormats.find((name) => name === format);
  return named === undefined ? format : messages.formats[named];
}

/** Readings that do not agree, because all values fit each or because some rows decide for one and some for another. */
export function rivals({ candidates, isAmbiguous }: DateSurvey): readonly DateCandidate[] {
  if (!isAmbiguous) return [];
  const max = Math.max(0, ...candidates.map(({ reads }) => reads));
  return candidates.filter(({ reads, deciding }) => reads === max || deciding > 0);
}

function completeZone(text: string): Completion {
  const wanted = text.trim().toLowerCase();
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const suggestions = zones
    .filter((zone) => zone.toLowerCase().includes(wanted))
    .slice(0, 20)
    .map((zone) => ({ text: zone, hint: '' }));
  return { from: 0, to: text.length, suggestions };
}

function Examples({ candidate }: { readonly candidate: DateCandidate | undefined }) {
  if (candidate === undefined || candidate.examples.length === 0)
    return <p className="remark">{messages.noExamples}</p>;
  return (
    <Table label={messages.examples} columns={[messages.exampleText, messages.exampleTime]}>
      {candidate.examples.slice(0, 5).map(({ text, iso }) => (
        <tr key={text}>
          <td className="mono">{text}</td>
          <td className="mono">{iso}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The question that only a person can answer: which of two readings is meant. */
function Question({
  survey,
  dates,
  isLocked,
  onFormat,
}: Omit<DatesPaneProps, 'survey' | 'onChange'> & {
  readonly survey: DateSurvey;
  readonly onFormat: (format: string) => void;
}) {
  const name = useId();
  const found = rivals(survey);
  if (found.length < 2) return null;
  const isOpen = dates === null;
  return (
    <fieldset className={isOpen ? 'imp-question open' : 'imp-question'}>
      <legend className="row tight">
        {isOpen ? <Drawn name="warning" small /> : <Drawn name="passed" small />}
        <b>{messages.ambiguous}</b>
      </legend>
      <p className="help">{messages.ambiguousText(found.length)}</p>
      <ul className="imp-rivals">
        {found.map(({ format, deciding, examples }) => (
          <li key={format}>
            <label className="check">
              <input
                type="radio"
                name={name}
                disabled={isLocked}
                checked={dates?.format === format}
                onChange={() => onFormat(format)}
              />
              <span className="mono">{formatLabel(format)}</span>
              <span className="ref">{messages.deciding(deciding)}</span>
            </label>
            <ul>
              {examples.slice(0, 2).map(({ text, iso }) => (
                <li key={text} className="mono">
                  {text} → {iso}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function formatOptions(survey: DateSurvey): readonly SelectOption[] {
  const found = survey.candidates.map(({ format, reads }) => ({
    id: format,
    label: formatLabel(format),
    note: messages.reads(reads, survey.values),
  }));
  const others = [...namedFormats, ...usualPatterns].filter(
    (format) => !found.some(({ id }) => id === format),
  );
  return [
    ...found,
    ...others.map((id) => ({ id, label: formatLabel(id) })),
    { id: ownId, label: messages.ownFormat },
  ];
}

function Remarks({ survey }: { readonly survey: DateSurvey }) {
  const { minMillis, maxMillis, future, before1990, empty, unread } = survey;
  const day = (millis: number) => new Date(millis).toISOString().slice(0, 10);
  const remarks = [
    minMillis === null || maxMillis === null ? '' : messages.range(day(minMillis), day(maxMillis)),
    future === 0 ? '' : messages.future(future),
    before1990 === 0 ? '' : messages.old(before1990),
    empty === 0 ? '' : messages.empty(empty),
  ].filter((text) => text !== '');
  return (
    <>
      {remarks.length === 0 ? null : <p className="remark">{remarks.join(' ')}</p>}
      {unread.length === 0 ? null : (
        <div className="remark">
          <p className="c-danger">{messages.unread(unread.length)}</p>
          <ul className="imp-unread">
            {unread.slice(0, 5).map(({ row, text }) => (
              <li key={row} className="mono">
                {`${formatCount(row)}: ${text}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** The spelling of times: format and zone, with their result for the values of the file. */
export function DatesPane({ survey, dates, isLocked, onChange }: DatesPaneProps) {
  const zoneField = useRef<HTMLInputElement>(null);
  const [isOwn, setIsOwn] = useState(false);
  if (survey === null) return <p className="remark">{messages.datesLater}</p>;
  const zone = dates?.zone ?? 'UTC';
  const format = dates?.format ?? null;
  const options = formatOptions(survey);
  const isPattern = isOwn || (format !== null && !options.some(({ id }) => id === format));
  const choose = (id: string) => {
    setIsOwn(id === ownId);
    onChange({ format: id === ownId ? (format ?? 'yyyy-MM-dd') : id, zone });
  };
  const inForce = survey.candidates.find((candidate) => candidate.format === format);
  return (
    <>
      <Question
        survey={survey}
        dates={dates}
        isLocked={isLocked}
        onFormat={(chosen) => onChange({ format: chosen, zone })}
      />
      <div className="imp-form columns">
        <Select
          label={messages.format}
          options={options}
          value={isPattern ? ownId : format}
          mono
          disabled={isLocked}
          onChange={choose}
        />
        {isPattern ? (
          <TextField
            label={messages.pattern}
            value={format ?? ''}
            isMono
            isReadOnly={isLocked}
            help={messages.patternHelp}
            onChange={(pattern) => {
              if (pattern !== '') onChange({ format: pattern, zone });
            }}
          />
        ) : null}
        <div className="imp-zone">
          <SuggestField
            label={messages.zone}
            isLabelShown
            listLabel={messages.zones}
            placeholder="UTC"
            value={zone}
            onChange={(typed) => {
              if (!isLocked)
                onChange({ format: format ?? survey.candidates[0]?.format ?? 'iso', zone: typed });
            }}
            complete={completeZone}
            error={null}
            field={zoneField}
          />
          <span className="help">
            {survey.zoneless === 0 ? messages.zoneUnused : messages.zoneHelp(survey.zoneless)}
          </span>
        </div>
      </div>
      {format === null ? null : <Examples candidate={inForce} />}
      <Remarks survey={survey} />
    </>
  );
}

/** The pane of dates, under its head. */
export function DatesSection(props: DatesPaneProps & { readonly isRead: boolean }) {
  const { isRead, ...pane } = props;
  return (
    <section className="imp-dates" aria-label={messages.dates}>
      <PaneHead title={messages.dates} />
      {isRead ? <DatesPane {...pane} /> : <p className="remark">{messages.noDates}</p>}
    </section>
  );
}
