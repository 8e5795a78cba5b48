import { createInterface } from 'node:readline/promises';
import type { SignInPreview } from '#shared/api/sign-ins.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { isSignedIn } from '#shared/flows/run-state.ts';
import { type FieldMeaning, fieldMeanings } from '#shared/sign-ins/index.ts';
import type { Terminal } from '../cli.ts';
import type { CommandResult, GroupAction } from '../command-group.ts';
import { type Options, textOf } from '../command-options.ts';
import type { ApiClient } from '../control-client.ts';
import { untilJudged } from './flow-suite.ts';
import {
  type FieldAnswer,
  fieldsOf,
  questionText,
  recordingOptions,
  saveRecording,
} from './sign-in-recording.ts';
import { noSignIn, personOptions, startSignIn } from './sign-in-test.ts';

/** How long somebody may take to sign in by hand, in milliseconds. */
const byHandMillis = 15 * 60_000;

/** `gatehouse sign-in watch`: somebody signs in by hand, and the acts become a sign-in of the workspace. */
export const watchAction: GroupAction = {
  name: 'watch',
  description: 'Record a sign-in that you do by hand, without the values that you type',
  argument: ['<target>', 'server, as in targets/<name>.json'],
  options: [...personOptions, ...recordingOptions],
  act: (client, target, options, terminal) => watchSignIn(client, target ?? '', options, terminal),
};

/** @throws cli.usage, sign-in.not-watched, and as `saveRecording` */
async function watchSignIn(
  client: ApiClient,
  name: string,
  options: Options,
  terminal: Terminal,
): Promise<CommandResult> {
  const fields = [...fieldsOf(options)];
  await requireFreeName(client, name, options);
  const { run: started, username } = await startSignIn(client, name, options, 'controlled');
  terminal.err(
    `Sign in as ${username} in the window that opens. Gatehouse records your actions, but not what you type.\n`,
  );
  const run = await untilJudged(client, started, performance.now() + byHandMillis);
  if (!isSignedIn(run))
    return {
      result: { target: name, username, signedIn: false, note: run.note, run: run.id },
      words: [run.note],
      exitCode: noSignIn,
    };
  const recording = { target: name, run: run.id, username, fields };
  return saveRecording(client, recording, options, process.stdin.isTTY ? asked : null);
}

/** Nobody signs in for a file that could not be written. @throws workspace.duplicate */
async function requireFreeName(client: ApiClient, target: string, options: Options): Promise<void> {
  const name = textOf(options, 'name') ?? target;
  if (options['replace'] === true || options['dryRun'] === true) return;
  const isTaken = (await client.signIns.list()).some((signIn) => signIn.name === name);
  if (isTaken)
    throw new GatehouseError('workspace.duplicate', `The workspace already has a sign-in ${name}.`, {
      fix: 'Choose another name with --name, or replace it with --replace.',
    });
}

/** Asks at the terminal what each text was; an empty answer is the likely one. */
async function asked(questions: SignInPreview['questions']): Promise<readonly FieldAnswer[]> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answers: FieldAnswer[] = [];
    for (const question of questions) {
      let meaning: FieldMeaning | undefined;
      while (meaning === undefined) {
        const options = fieldMeanings.join(', ');
        const text = await lines.question(
          `${questionText(question)}. Meaning (${options}) [${question.likely}]: `,
        );
        const named = text.trim() === '' ? question.likely : text.trim();
        meaning = fieldMeanings.find((known) => known === named);
      }
      answers.push({ act: question.act, meaning });
    }
    return answers;
  } finally {
    lines.close();
  }
}
