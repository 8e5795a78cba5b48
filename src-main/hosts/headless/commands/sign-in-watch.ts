import { createInterface } from 'node:readline/promises';
import type { SignInPreview } from '#shared/api/sign-ins.ts';
import { type FieldMeaning, fieldMeanings } from '#shared/sign-ins/index.ts';
import type { Terminal } from '../cli.ts';
import type { CommandResult, GroupAction } from '../command-group.ts';
import type { ApiClient } from '../control-client.ts';
import { untilJudged } from './flow-suite.ts';
import {
  type FieldAnswer,
  fieldsOf,
  type Options,
  questionText,
  recordingOptions,
  saveRecording,
} from './sign-in-recording.ts';
import { noSignIn, personOptions, startSignIn } from './sign-in-test.ts';

/** How long somebody may take to sign in by hand, in milliseconds. */
const byHandMillis = 15 * 60_000;

/** `gatehouse sign-in watch`: somebody signs in by hand, and the acts become a sign-in of the workspace. */
export function watchAction(terminal: Terminal): GroupAction {
  return {
    name: 'watch',
    description:
      'Sign in by hand in a window that is watched, and make a sign-in of it, without what was typed',
    argument: ['<target>', 'the server, as in targets/<name>.json'],
    options: [...personOptions, ...recordingOptions],
    act: (client, target, options) => watchSignIn(client, target ?? '', options, terminal),
  };
}

/** @throws cli.usage, sign-in.not-watched, and as `saveRecording` */
async function watchSignIn(
  client: ApiClient,
  name: string,
  options: Options,
  terminal: Terminal,
): Promise<CommandResult> {
  const fields = [...fieldsOf(options)];
  const { run: started, username } = await startSignIn(client, name, options, 'controlled');
  terminal.err(
    `Sign in as ${username} in the window that opens. What you do there is noted, what you type is not kept.\n`,
  );
  const run = await untilJudged(client, started, performance.now() + byHandMillis);
  if (run.failedAt?.isSignIn === true || run.state === 'cancelled')
    return {
      result: { target: name, username, signedIn: false, note: run.note, run: run.id },
      words: [run.note],
      exitCode: noSignIn,
    };
  const recording = { target: name, run: run.id, username, fields };
  return saveRecording(client, recording, options, process.stdin.isTTY ? asked : null);
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
          `${questionText(question)}. It is (${options}) [${question.likely}]: `,
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
