import type { SignInPreview } from '#shared/api/sign-ins.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type FieldMeaning, fieldMeanings, type SignInAct } from '#shared/sign-ins/index.ts';
import type { CommandResult, GroupOption } from '../command-group.ts';
import { collected, type Options, textOf, usage } from '../command-options.ts';
import type { ApiClient } from '../control-client.ts';

/** The meaning of a typed text of a recording. */
export interface FieldAnswer {
  readonly act: number;
  readonly meaning: FieldMeaning;
}
type Recording = Parameters<ApiClient['signIns']['preview']>[0];

/** Options of every action that makes a sign-in of a recording. */
export const recordingOptions: readonly GroupOption[] = [
  ['--name <name>', 'name of the file in sign-ins/ (default: that of the target)'],
  ['--code-field <number>', 'number of the action that types the one-time code'],
  [
    '--field <number=meaning>',
    `meaning of a typed text: ${fieldMeanings.join(', ')} (repeatable)`,
    collected,
  ],
  ['--add-origins', 'add the other origins of the recording to the target, so that values are typed there'],
  ['--replace', 'overwrite a sign-in with this name'],
  ['--dry-run', 'show the actions, and write nothing'],
];

/**
 * Makes a sign-in of a recording; `ask` is put the questions that are open, null: nobody can be asked.
 * @throws sign-in.answer-needed, and as `signIns.import`
 */
export async function saveRecording(
  client: ApiClient,
  given: Recording,
  options: Options,
  ask: ((questions: SignInPreview['questions']) => Promise<readonly FieldAnswer[]>) | null,
): Promise<CommandResult> {
  const asked = await client.signIns.preview(given);
  if (asked.questions.length > 0 && ask === null) throw answerNeeded(asked);
  const told = asked.questions.length === 0 || ask === null ? [] : await ask(asked.questions);
  const recording = { ...given, fields: [...(given.fields ?? []), ...told] };
  if (options['dryRun'] === true) {
    const preview = await client.signIns.preview(recording);
    return {
      result: { ...preview },
      words: [...preview.file.steps.map(actLine), ...originLines(preview, given.target)],
    };
  }
  const addOrigins = options['addOrigins'] === true;
  const name = textOf(options, 'name');
  const written = await client.signIns.import({
    ...recording,
    addOrigins,
    replace: options['replace'] === true,
    ...(name === undefined ? {} : { name }),
  });
  return {
    result: { ...written },
    words: [
      `${written.path} contains ${written.file.steps.length} actions, and targets/${given.target}.json names it.`,
      ...(addOrigins ? [] : originLines(written, given.target)),
    ],
  };
}

/** An act as one line: its number, its kind, and what it acts on. */
function actLine(act: SignInAct, index: number): string {
  const way = 'selectors' in act ? act.selectors?.[0] : undefined;
  const element = way === undefined ? [] : [typeof way === 'string' ? way : way.join(' ')];
  const more =
    act.type === 'change' ? [act.value] : act.type === 'navigate' ? [act.url] : 'key' in act ? [act.key] : [];
  return [index + 1, act.type, ...element, ...more].join('\t');
}

function originLines({ foreignOrigins }: SignInPreview, target: string): readonly string[] {
  if (foreignOrigins.length === 0) return [];
  return [
    `To type values at ${foreignOrigins.join(', ')}, add these origins to sign_in.origins of targets/${target}.json.`,
  ];
}

/** A question in words: which act, which field, and the shape of what was typed. */
export function questionText({ act, field, shape, length }: SignInPreview['questions'][number]): string {
  return `action ${act}${field === '' ? '' : ` (${field})`}: ${length} ${shape}`;
}

function answerNeeded({ questions }: SignInPreview): GatehouseError {
  const answers = questions.map(({ act, likely }) => `--field ${act}=${likely}`);
  return new GatehouseError(
    'sign-in.answer-needed',
    `The meaning of some typed texts is unknown: ${questions.map(questionText).join('; ')}.`,
    {
      fix: `Set each meaning, for example: ${answers.join(' ')}. Valid meanings: ${fieldMeanings.join(', ')}.`,
    },
  );
}

/** The answers that the options give. @throws cli.usage */
export function fieldsOf(options: Options): readonly FieldAnswer[] {
  const code = textOf(options, 'codeField');
  const given = options['field'];
  const fields = Array.isArray(given) ? given.filter((text) => typeof text === 'string') : [];
  return [...fields, ...(code === undefined ? [] : [`${code}=code`])].map((text) => {
    const [act = '', named = ''] = text.split('=');
    const meaning = fieldMeanings.find((known) => known === named);
    if (/^[1-9]\d{0,3}$/.test(act) && meaning !== undefined) return { act: Number(act), meaning };
    throw usage(
      `“${text}” is not an action number and a meaning.`,
      `Write the number of the action and a meaning, such as 4=code. Valid meanings: ${fieldMeanings.join(', ')}.`,
    );
  });
}
