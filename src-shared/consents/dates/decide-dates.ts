import type { DateReading } from '../job.ts';
import type { DateSurvey } from '../types.ts';

/** A person's answers about the times of a column; null: none yet. */
export interface DatesChoice {
  /** In the order in which they are tried. */
  readonly formats: readonly string[] | null;
  readonly zone: string | null;
}

/** A question about times that only a person can answer. */
export type DatesQuestion =
  /** A cell can be read in two ways. */
  | 'ambiguous'
  /** No single format reads all. */
  | 'several-formats'
  | 'no-format'
  /** Times name no zone. */
  | 'zone';

/** How the times of a column are read, as far as that is known. */
export interface DatesDecision {
  /** null while a question is open. */
  readonly reading: DateReading | null;
  readonly questions: readonly DatesQuestion[];
  /** The formats in force, chosen or found. */
  readonly formats: readonly string[] | null;
}

/** Decides how times are read: by what was said, and by the values where they leave no doubt. */
export function decideDates(survey: DateSurvey, choice: DatesChoice): DatesDecision {
  const found = choice.formats ?? foundFormats(survey);
  const formats = typeof found === 'string' ? null : found;
  const questions: readonly DatesQuestion[] = [
    ...(typeof found === 'string' ? [found] : []),
    ...(choice.zone === null && survey.zoneless > 0 ? (['zone'] as const) : []),
  ];
  if (formats === null || questions.length > 0) return { reading: null, questions, formats };
  return { reading: readingOf(formats, choice.zone ?? 'UTC'), questions, formats };
}

/** The formats of a column where a person chose one of those in doubt: it takes their place among the others. */
export function formatsWith({ together, inDoubt }: DateSurvey, chosen: string): readonly string[] {
  const formats = together.map(({ format }) => (inDoubt.includes(format) ? chosen : format));
  return [...new Set(formats.includes(chosen) ? formats : [chosen, ...formats])];
}

/** A reading of formats in their order. */
export function readingOf(formats: readonly string[], zone: string): DateReading {
  const [format = 'iso', ...otherFormats] = formats;
  return otherFormats.length === 0 ? { format, zone } : { format, otherFormats, zone };
}

/** The formats that leave no doubt, or the question that is open. */
function foundFormats({ values, inDoubt, together }: DateSurvey): readonly string[] | DatesQuestion {
  const [best, second] = together;
  // Where no row has a time there is nothing to read.
  if (best === undefined) return values === 0 ? ['iso'] : 'no-format';
  if (inDoubt.length > 0) return 'ambiguous';
  return second === undefined ? [best.format] : 'several-formats';
}
