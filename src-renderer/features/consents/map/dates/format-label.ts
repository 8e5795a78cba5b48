import type { SelectOption } from '#renderer/ui/select.tsx';
import type { DateSurvey } from '#shared/consents/index.ts';
import { importMessages } from '../../words.ts';

const messages = importMessages.imports.map;

const namedFormats = ['iso', 'epoch-seconds', 'epoch-millis', 'excel-1900', 'excel-1904'] as const;
const usualPatterns = ['yyyy-MM-dd', 'dd/MM/yyyy', 'MM/dd/yyyy', 'dd.MM.yyyy', 'dd.MM.yyyy HH:mm'] as const;

/** The option for a pattern that is typed. */
export const ownFormatId = 'own pattern';

/** A format as people know it. */
export function formatLabel(format: string): string {
  const named = namedFormats.find((name) => name === format);
  return named === undefined ? format : messages.formats[named];
}

/** Formats to choose from: those that read something first, with how much. */
export function formatOptions(survey: DateSurvey): readonly SelectOption[] {
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
    { id: ownFormatId, label: messages.ownFormat },
  ];
}
