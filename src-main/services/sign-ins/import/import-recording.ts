import { GatehouseError } from '#shared/errors/index.ts';
import {
  type FieldMeaning,
  type ImportQuestion,
  type SignInAct,
  type SignInFile,
  signInBounds,
  signInFileSchema,
} from '#shared/sign-ins/index.ts';
import { httpOrigin } from '../address-pattern.ts';
import { codeRuns } from './code-runs.ts';
import { isPasswordField, type KnownUser, likelyMeaning, meaningOf, shapeOf } from './field-meaning.ts';
import { type HiddenValues, selectorWithout, splitSelector, textWithout } from './hidden-values.ts';
import { boundedMillis, type Recording, readRecording } from './recording.ts';
import { type ActValues, reducedActs } from './reduced-acts.ts';
import { type TypedField, typedFields } from './typed-fields.ts';

/** Knowledge of a recording that a person, or the target, has. */
export interface ImportAnswers {
  /** The people of the target: their values are recognised wherever they were typed. */
  readonly users: readonly KnownUser[];
  /** Meanings of typed texts, by the number of the act in the recording, from 1. */
  readonly fields: ReadonlyMap<number, FieldMeaning>;
}

/** A recording as a sign-in. Acts that a question is about type nothing in it yet. */
export interface ImportedSignIn {
  readonly file: SignInFile;
  readonly questions: readonly ImportQuestion[];
  /** Origins of its pages, as far as the recording tells them. */
  readonly origins: readonly string[];
}

/**
 * Makes a sign-in of an export of the Recorder. Typed user names, passwords and codes become placeholders, addresses are
 * reduced to origin and path, and no value that was typed into a password field is in the result.
 * @throws sign-in.recording-invalid, sign-in.script, sign-in.act-refused, sign-in.keys-without-field, sign-in.answer-invalid
 */
export function importRecording(document: unknown, answers: ImportAnswers): ImportedSignIn {
  const recording = readRecording(document);
  const typed = typedFields(recording.steps);
  const meanings = meaningsOf(typed.fields, answers);
  const hidden = hiddenValues(typed.fields, typed.keyed, meanings, answers.users);
  requireNoSecretIn(typed.fields, meanings, hidden);
  const values = new Map<number, ActValues>();
  const runs = codeRuns(typed.fields, meanings);
  for (const field of typed.fields) {
    const value = templateOf(
      field,
      meanings.get(field.at) ?? null,
      runs.get(field.at) ?? null,
      answers.users,
    );
    values.set(field.at, { field: field.field, value });
  }
  return {
    file: fileOf(
      recording,
      reducedActs(recording.steps, { values, swallowed: typed.swallowed, hidden }),
      hidden,
    ),
    questions: typed.fields
      .filter(({ at }) => meanings.get(at) === null)
      .map((field) => questionOf(field, hidden)),
    origins: originsOf(recording),
  };
}

/** @throws sign-in.answer-invalid */
function meaningsOf(fields: readonly TypedField[], { users, fields: told }: ImportAnswers) {
  const meanings = new Map<number, FieldMeaning | null>();
  for (const number of told.keys())
    if (!fields.some(({ at }) => at === number - 1))
      throw answerInvalid(`Action ${number} of the recording types no text.`, fields);
  for (const field of fields) {
    const answer = told.get(field.at + 1);
    const found = meaningOf(field, users);
    if (answer === 'text' && (found === 'password' || isPasswordField(field.field)))
      throw answerInvalid(`Action ${field.at + 1} typed a password, which a file must not contain.`, fields);
    meanings.set(field.at, answer ?? found);
  }
  // One field that took the password, for example one that shows what is typed, gives the other away.
  const passwords = new Set(
    fields.filter(({ at }) => meanings.get(at) === 'password').map(({ value }) => value),
  );
  for (const { at, value } of fields) if (passwords.has(value)) meanings.set(at, 'password');
  spreadCode(fields, meanings);
  return meanings;
}

/** Of a code in one field for each digit, all fields are the code where one is, or where they are the only such row. */
function spreadCode(fields: readonly TypedField[], meanings: Map<number, FieldMeaning | null>): void {
  let from = 0;
  while (from < fields.length) {
    let to = from;
    while (/^\d$/.test(fields[to]?.value ?? '')) to += 1;
    const row = fields.slice(from, to);
    const isFree = row.every(({ at }) => [null, undefined, 'code'].includes(meanings.get(at)));
    if (row.length >= 4 && row.length <= 8 && isFree) for (const { at } of row) meanings.set(at, 'code');
    from = Math.max(to, from + 1);
  }
}

/** @throws sign-in.answer-invalid */
function requireNoSecretIn(
  fields: readonly TypedField[],
  meanings: ReadonlyMap<number, FieldMeaning | null>,
  { secrets }: HiddenValues,
): void {
  const found = fields.find(
    ({ at, value }) =>
      meanings.get(at) === 'text' && secrets.some((secret) => secret.length > 3 && value.includes(secret)),
  );
  if (found !== undefined)
    throw answerInvalid(`Action ${found.at + 1} typed a text that contains a password or code.`, fields);
}

function answerInvalid(message: string, fields: readonly TypedField[]): GatehouseError {
  const numbers = fields.map(({ at }) => at + 1).join(', ');
  return new GatehouseError('sign-in.answer-invalid', message, {
    fix:
      numbers === ''
        ? 'Record the sign-in again, including the typed texts.'
        : `These actions type text: ${numbers}.`,
  });
}

function hiddenValues(
  fields: readonly TypedField[],
  keyed: readonly string[],
  meanings: ReadonlyMap<number, FieldMeaning | null>,
  users: readonly KnownUser[],
): HiddenValues {
  const typedAs = (isMeant: (meaning: FieldMeaning | null) => boolean) =>
    fields.filter(({ at }) => isMeant(meanings.get(at) ?? null)).map(({ value }) => value);
  const usernames = [
    ...users.map(({ username }) => username),
    ...typedAs((meaning) => meaning === 'username'),
  ];
  const plain = new Set([...usernames, ...typedAs((meaning) => meaning === 'text')]);
  const known = users.flatMap(({ password }) => (password === null ? [] : [password]));
  return {
    // The longest first, so that a name within another leaves nothing behind.
    usernames: [...new Set(usernames)].toSorted((one, other) => other.length - one.length),
    secrets: [
      ...known,
      ...typedAs((meaning) => meaning !== 'username' && meaning !== 'text'),
      ...keyed.filter((value) => !plain.has(value)),
    ],
  };
}

/** The value of an act in the file; null: the act is left out. */
function templateOf(
  { value }: TypedField,
  meaning: FieldMeaning | null,
  digit: number | null,
  users: readonly KnownUser[],
): string | null {
  switch (meaning) {
    case null:
      return '';
    case 'leave-out':
      return null;
    case 'password':
      return '{{password}}';
    case 'code':
      return digit === null ? '{{totp}}' : `{{totp|digit:${digit}}}`;
    case 'username':
      return '{{username}}';
    case 'text':
      return value.includes('{{') ? null : withName(value, users);
  }
}

/** A text such as `CORP\alice` with the name of the user in it as a placeholder. */
function withName(value: string, users: readonly KnownUser[]): string {
  const name = users.find(({ username }) => username.length > 2 && value.includes(username))?.username;
  return name === undefined ? value : value.replace(name, '{{username}}');
}

function questionOf({ at, field, value }: TypedField, hidden: HiddenValues): ImportQuestion {
  const likely = likelyMeaning(value);
  return { act: at + 1, field: labelOf(field, hidden), shape: shapeOf(value), length: value.length, likely };
}

function labelOf({ selectors = [] }: TypedField['field'], hidden: HiddenValues): string {
  const ways = selectors
    .map((way) => (typeof way === 'string' ? way : (way.at(-1) ?? '')))
    .flatMap((way) => selectorWithout(way, hidden) ?? []);
  const named = ways.find((way) => way.startsWith('aria/')) ?? ways[0] ?? '';
  return splitSelector(named)[1].slice(0, 100);
}

/** @throws sign-in.recording-invalid */
function fileOf(
  { title, timeout }: Recording,
  steps: readonly SignInAct[],
  hidden: HiddenValues,
): SignInFile {
  const millis = boundedMillis(timeout);
  const shown = textWithout(title, hidden)?.slice(0, signInBounds.titleCharacters);
  const parsed = signInFileSchema.safeParse({
    title: shown === undefined || shown === '' ? 'Sign-in' : shown,
    ...(millis === undefined ? {} : { timeout: millis }),
    steps,
  });
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('/') ?? '';
  throw new GatehouseError(
    'sign-in.recording-invalid',
    steps.length > signInBounds.acts
      ? `The recording has ${steps.length} actions. The limit of a sign-in is ${signInBounds.acts}.`
      : `The recording is not a valid sign-in: /${path} is invalid.`,
    { fix: 'Record only the sign-in: from the first page to the page after it.' },
  );
}

function originsOf({ steps }: Recording): readonly string[] {
  const addresses = steps.flatMap(({ url, target, assertedEvents = [] }) => [
    url,
    target,
    ...assertedEvents.map((event) => event.url),
  ]);
  return [...new Set(addresses.flatMap((address) => httpOrigin(address ?? '') ?? []))];
}
