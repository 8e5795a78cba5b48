import { createDateReader, createSkipCheck, formatsOf, writeLocal } from '../dates/date-reader.ts';
import { guessIso } from '../dates/date-survey.ts';
import type { DateReading, Mapping, RowOutcome } from '../job.ts';
import { similarLanguages } from '../language.ts';
import { nearest } from '../mapping/edit-distance.ts';
import type { PlatformAgreement } from '../types.ts';
import { rowFaultOf } from './columns.ts';

/** The context for messages about rows. */
export interface MessageContext {
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  readonly dates: DateReading | null;
  readonly agreements: readonly PlatformAgreement[];
  /** Of keys that no user has, others of the file that differ in case or spaces alone, and that one has. */
  readonly likeKeys?: Readonly<Record<string, string>>;
}

/** The problem of a row in a sentence, the column that it concerns, and a text that would fix it. */
export interface RowMessage {
  readonly message: string;
  readonly column: string | null;
  readonly suggestion: string | null;
}

const nothing: RowMessage = { message: '', column: null, suggestion: null };
const attributeNames = {
  id: 'id',
  username: 'username',
  email: 'e-mail address',
  externalId: 'external id',
} as const;

/** A mapped text of a row, and what is said of it. */
interface Part {
  readonly text: string;
  say(message: string, suggestion?: string | null): RowMessage;
}

interface Parts {
  readonly user: Part;
  readonly agreement: Part;
  readonly language: Part;
  readonly date: Part;
  readonly cells: readonly string[];
  readonly winner: number;
  readonly context: MessageContext;
}

const messages: Readonly<Record<RowOutcome, (parts: Parts) => RowMessage>> = {
  ready: () => nothing,
  'missing-user': ({ user }) => user.say('The user is missing.'),
  'unknown-user': ({ user, context: { mapping, likeKeys = {} } }) =>
    user.say(
      unknownUserMessage(user.text, mapping),
      Object.hasOwn(likeKeys, user.text) ? (likeKeys[user.text] ?? null) : null,
    ),
  'ambiguous-user': ({ user, context }) =>
    user.say(`Several users have the ${attributeNames[context.mapping.user.by]} “${user.text}”.`),
  'missing-agreement': ({ agreement }) => agreement.say('The agreement is missing.'),
  'unknown-agreement': ({ agreement, context }) =>
    agreement.say(
      `The agreement “${agreement.text}” does not exist in the platform.`,
      nearest(
        agreement.text,
        context.agreements.map(({ name }) => name),
        3,
      ),
    ),
  'ambiguous-agreement': ({ agreement }) =>
    agreement.say(`Several agreements are named “${agreement.text}”. Map agreements by id.`),
  'agreement-disabled': ({ agreement }) =>
    agreement.say(`The agreement “${agreement.text}” is disabled in the platform.`),
  'missing-language': ({ language }) => language.say('The language is missing.'),
  'unknown-language': ({ agreement, language, context }) =>
    language.say(
      `The agreement “${agreement.text}” has no language “${language.text}”.`,
      languageSuggestion(agreement.text, language.text, context),
    ),
  'language-disabled': ({ agreement, language }) =>
    language.say(`The language “${language.text}” of “${agreement.text}” is disabled in the platform.`),
  'no-effective-revision': ({ agreement, language }) =>
    language.say(`“${agreement.text}” in “${language.text}” has no effective revision yet.`),
  'date-missing': ({ date }) => date.say('The time of consent is missing.'),
  'date-unreadable': ({ date, context }) =>
    date.say(unreadableMessage(date.text, context.dates), dateSuggestion(date.text, context.dates)),
  'date-skipped': ({ date, context }) =>
    date.say(
      `The time “${date.text}” does not exist in ${context.dates?.zone ?? 'the time zone'}: a clock change skips it.`,
      skippedSuggestion(date.text, context.dates),
    ),
  'date-future': ({ date }) => date.say(`The time of consent “${date.text}” is in the future.`),
  superseded: ({ user, winner }) =>
    user.say(`Row ${winner} has a newer consent of the same user to the same agreement.`),
  duplicate: ({ user, winner }) => user.say(`Row ${winner} has the same consent.`),
  'unreadable-row': ({ cells, context }) => ({
    ...nothing,
    message: unreadableRowMessage(cells, context.columns),
  }),
  excluded: () => ({ ...nothing, message: 'You excluded this row.' }),
  'empty-row': () => ({ ...nothing, message: 'All cells of the row are empty.' }),
};

/** Says what is wrong with a row; `winner` is the row that holds instead of it, by the number of the spreadsheet. */
export function rowMessage(
  outcome: RowOutcome,
  cells: readonly string[],
  winner: number,
  context: MessageContext,
): RowMessage {
  const { mapping, columns } = context;
  const part = (mapped: Mapping[keyof Mapping]): Part => {
    const column = 'column' in mapped ? mapped.column : null;
    const cell = column === null ? '' : (cells[columns.indexOf(column)] ?? '').trim();
    return {
      text: 'constant' in mapped ? mapped.constant : cell,
      say: (message, suggestion = null) => ({ message, column, suggestion }),
    };
  };
  return messages[outcome]({
    user: part(mapping.user),
    agreement: part(mapping.agreement),
    language: part(mapping.language),
    date: part(mapping.consentedAt),
    cells,
    winner,
    context,
  });
}

function unknownUserMessage(text: string, { user }: Mapping): string {
  return user.through !== null && !Object.hasOwn(user.through.pairs, text)
    ? `The lookup file “${user.through.fileName}” has no user for “${text}”.`
    : `No user has the ${attributeNames[user.by]} “${text}”.`;
}

function languageSuggestion(
  agreement: string,
  language: string,
  { agreements }: MessageContext,
): string | null {
  const found = agreements.find(
    ({ id, name }) => id === agreement || name.toLowerCase() === agreement.toLowerCase(),
  );
  return similarLanguages(found?.languages ?? [], language)[0]?.locale ?? null;
}

function unreadableMessage(text: string, dates: DateReading | null): string {
  return dates === null
    ? `The format of times such as “${text}” is not set.`
    : `“${text}” does not match the ${dates.otherFormats === undefined ? 'format' : 'formats'} ${formatsOf(dates).join(', ')}.`;
}

/** The same time, written as the column is. */
function dateSuggestion(text: string, dates: DateReading | null): string | null {
  const iso = guessIso(text);
  if (iso === null || dates === null) return iso;
  const millis = createDateReader({ format: 'iso', zone: 'UTC' })?.(iso) ?? null;
  return millis === null ? null : writeLocal(dates.format, millis);
}

/** The time that the clocks show where the skipped one would be, as the column writes it. */
function skippedSuggestion(text: string, dates: DateReading | null): string | null {
  const millis = dates === null ? null : (createSkipCheck(dates)?.(text) ?? null);
  if (dates === null || millis === null) return null;
  const format = formatsOf(dates).find(
    (each) => createDateReader({ format: each, zone: 'UTC' })?.(text) != null,
  );
  return writeLocal(format ?? dates.format, millis);
}

function unreadableRowMessage(cells: readonly string[], columns: readonly string[]): string {
  const fault = rowFaultOf(cells, columns.length, columns.length - 1);
  if (fault === 'nul') return 'A cell contains a NUL character.';
  return `Expected ${columns.length} cells, received ${cells.length}.`;
}
