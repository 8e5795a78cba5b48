import { type ReactNode, useId } from 'react';
import { Drawn } from '#renderer/ui/icon.tsx';
import { type DateCandidate, type DateSurvey, formatsWith } from '#shared/consents/index.ts';
import { importMessages } from '../../words.ts';
import { formatLabel } from './format-label.ts';

const messages = importMessages.imports.map;

/** Readings that do not agree on some cell. */
export function rivals({ candidates, inDoubt }: DateSurvey): readonly DateCandidate[] {
  return candidates.filter(({ format }) => inDoubt.includes(format));
}

interface QuestionProps {
  readonly survey: DateSurvey;
  /** null: nothing was chosen yet. */
  readonly formats: readonly string[] | null;
  readonly isLocked: boolean;
  readonly onFormats: (formats: readonly string[]) => void;
}

interface Answer {
  readonly id: string;
  readonly label: ReactNode;
  readonly note: string;
  readonly formats: readonly string[];
  readonly isChosen: boolean;
  readonly examples: DateCandidate['examples'];
}

interface AnswersProps extends Pick<QuestionProps, 'isLocked' | 'onFormats'> {
  readonly title: string;
  readonly text: string;
  readonly isOpen: boolean;
  readonly answers: readonly Answer[];
}

function Answers({ title, text, isOpen, answers, isLocked, onFormats }: AnswersProps) {
  const name = useId();
  return (
    <fieldset className={isOpen ? 'imp-question open' : 'imp-question'}>
      <legend className="row tight">
        {isOpen ? <Drawn name="warning" small /> : <Drawn name="passed" small />}
        <b>{title}</b>
      </legend>
      <p className="help">{text}</p>
      <ul className="imp-rivals">
        {answers.map(({ id, label, note, formats, isChosen, examples }) => (
          <li key={id}>
            <label className="check">
              <input
                type="radio"
                name={name}
                disabled={isLocked}
                checked={isChosen}
                onChange={() => onFormats(formats)}
              />
              <span className="mono">{label}</span>
              <span className="ref">{note}</span>
            </label>
            <ul>
              {examples.slice(0, 2).map(({ text: cell, iso }) => (
                <li key={cell} className="mono">
                  {cell} → {iso}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Cells that can be read in two ways: which one is meant? */
function DoubtQuestion({ survey, formats, ...common }: QuestionProps) {
  return (
    <Answers
      {...common}
      title={messages.ambiguous}
      text={messages.ambiguousText}
      isOpen={formats === null}
      answers={rivals(survey).map(({ format, deciding, examples }) => ({
        id: format,
        label: formatLabel(format),
        note: messages.deciding(deciding),
        formats: formatsWith(survey, format),
        isChosen: formats?.includes(format) === true,
        examples,
      }))}
    />
  );
}

/** A column in which no single format reads all: all of them, or only one? */
function SeveralQuestion({ survey, formats, ...common }: QuestionProps) {
  const { together, unreadable, candidates } = survey;
  const all = together.map(({ format }) => format);
  const isSame = (some: readonly string[]) => formats !== null && some.join('\n') === formats.join('\n');
  const counts = together.map(({ format, reads }) => messages.readsOf(formatLabel(format), reads)).join(', ');
  const examplesOf = (format: string) =>
    candidates.find((candidate) => candidate.format === format)?.examples ?? [];
  return (
    <Answers
      {...common}
      title={messages.several}
      text={messages.severalText(counts, unreadable)}
      isOpen={formats === null}
      answers={[
        {
          id: 'all',
          label: all.map(formatLabel).join(', '),
          note: messages.inOrder,
          formats: all,
          isChosen: isSame(all),
          examples: all.flatMap((format) => examplesOf(format).slice(0, 1)),
        },
        ...together.map(({ format }) => ({
          id: format,
          label: formatLabel(format),
          note: messages.only,
          formats: [format],
          isChosen: isSame([format]),
          examples: [],
        })),
      ]}
    />
  );
}

/** The question about formats that only a person can answer; nothing where the values leave no doubt. */
export function FormatQuestion(props: QuestionProps) {
  const { survey } = props;
  if (survey.inDoubt.length > 0) return <DoubtQuestion {...props} />;
  return survey.together.length > 1 ? <SeveralQuestion {...props} /> : null;
}
