import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { Table } from '#renderer/ui/table.tsx';
import { formatCount } from '#renderer/words/format.ts';
import type { DateCandidate, DateSurvey, DatesChoice, DatesDecision } from '#shared/consents/index.ts';
import { importMessages } from '../../words.ts';
import { FormatFields } from './format-fields.tsx';
import { FormatQuestion } from './format-question.tsx';
import { ZoneField } from './zone-field.tsx';

const messages = importMessages.imports.map;

const maxExamples = 5;

export interface DatesPaneProps {
  readonly survey: DateSurvey | null;
  readonly choice: DatesChoice;
  /** null while the rows are looked through. */
  readonly decision: DatesDecision | null;
  readonly isLocked: boolean;
  readonly onChange: (choice: DatesChoice) => void;
}

/** Values of the file, and the times that they are read as. */
function Examples({ candidates }: { readonly candidates: readonly DateCandidate[] }) {
  const examples = candidates.flatMap((candidate) =>
    candidate.examples.slice(0, Math.ceil(maxExamples / candidates.length)),
  );
  if (examples.length === 0) return <p className="remark">{messages.noExamples}</p>;
  return (
    <Table label={messages.examples} columns={[messages.exampleText, messages.exampleTime]}>
      {examples.map(({ text, iso }) => (
        <tr key={text}>
          <td className="mono">{text}</td>
          <td className="mono">{iso}</td>
        </tr>
      ))}
    </Table>
  );
}

function Remarks({ survey, isRead }: { readonly survey: DateSurvey; readonly isRead: boolean }) {
  const { minMillis, maxMillis, future, before1990, empty, unread } = survey;
  const day = (millis: number) => new Date(millis).toISOString().slice(0, 10);
  // Before it is known how they are read, nothing is claimed of the times.
  const ofTimes = isRead
    ? [
        minMillis === null || maxMillis === null ? '' : messages.range(day(minMillis), day(maxMillis)),
        future === 0 ? '' : messages.future(future),
        before1990 === 0 ? '' : messages.old(before1990),
      ]
    : [];
  const remarks = [...ofTimes, empty === 0 ? '' : messages.empty(empty)].filter((text) => text !== '');
  return (
    <>
      {remarks.length === 0 ? null : <p className="remark">{remarks.join(' ')}</p>}
      {!isRead || unread.length === 0 ? null : (
        <div className="remark">
          <p className="c-danger">{messages.unread(unread.length)}</p>
          <ul className="imp-unread">
            {unread.slice(0, 5).map(({ row, text }) => (
              <li key={row} className="mono">
                {messages.unreadRow(row, text)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** The spelling of times: formats and zone, with their result for the values of the file. */
export function DatesPane({ survey, choice, decision, isLocked, onChange }: DatesPaneProps) {
  if (survey === null) return <p className="remark">{messages.datesLater}</p>;
  const formats = decision?.formats ?? null;
  const onFormats = (chosen: readonly string[]) => onChange({ ...choice, formats: chosen });
  const inForce = survey.candidates.filter(({ format }) => formats?.includes(format) === true);
  const nothingFits = decision?.questions.includes('no-format') === true;
  return (
    <>
      <FormatQuestion survey={survey} formats={choice.formats} isLocked={isLocked} onFormats={onFormats} />
      {nothingFits ? (
        <p className="remark c-danger">{messages.nothingFits(formatCount(survey.values))}</p>
      ) : null}
      <div className="imp-form columns">
        <FormatFields survey={survey} formats={formats} isLocked={isLocked} onFormats={onFormats} />
        <ZoneField
          survey={survey}
          zone={choice.zone}
          isLocked={isLocked}
          onZone={(zone) => onChange({ ...choice, zone })}
        />
      </div>
      {formats === null ? null : <Examples candidates={inForce} />}
      <Remarks survey={survey} isRead={formats !== null} />
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
