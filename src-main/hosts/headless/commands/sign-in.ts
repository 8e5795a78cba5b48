import type { Installation } from '#main/hosts/installation.ts';
import type { CliCommand, Terminal } from '../cli.ts';
import { type CommandResult, type GroupAction, groupCommand } from '../command-group.ts';
import { type Options, textOf, usage } from '../command-options.ts';
import type { ApiClient } from '../control-client.ts';
import { readText } from './read-json.ts';
import { fieldsOf, recordingOptions, saveRecording } from './sign-in-recording.ts';
import { testAction } from './sign-in-test.ts';
import { watchAction } from './sign-in-watch.ts';

/** `gatehouse sign-in`: exit code 0 done, 1 refused, 2 the command line is wrong, 4 nobody could be signed in. */
export function signInCommand(installation: Installation, terminal: Terminal): CliCommand {
  return groupCommand(
    {
      name: 'sign-in',
      description: 'How people are signed in at other servers while nobody is at the screen',
      actions: [list, testAction, watchAction(terminal), importAction, sessions, forget],
    },
    installation,
    terminal,
  );
}

const list: GroupAction = {
  name: 'list',
  description: 'Sign-ins of the workspace, and the targets that name each',
  async act(client) {
    const signIns = await client.signIns.list();
    const words = signIns.map(({ name, title, acts, targets }) =>
      [name, title, `${acts} acts`, targets.length === 0 ? 'no target' : targets.join(', ')].join('\t'),
    );
    return { result: { signIns }, words };
  },
};

const sessions: GroupAction = {
  name: 'sessions',
  description: 'Sessions at other servers that unattended runs go on with',
  async act(client) {
    const all = await client.signIns.sessions();
    const words = all.map(({ target, username, keptAtMillis, cookies }) =>
      [target, username, new Date(keptAtMillis).toISOString(), `${cookies} cookies`].join('\t'),
    );
    return { result: { sessions: all }, words };
  },
};

const forget: GroupAction = {
  name: 'forget',
  description: 'Forget a session, and that a password was refused: the next run signs in again',
  argument: ['<target>', 'the server, as in targets/<name>.json'],
  options: [['--user <username>', 'of this user alone']],
  async act(client, target = '', options) {
    const username = textOf(options, 'user');
    const result = await client.signIns.forget({ target, ...(username === undefined ? {} : { username }) });
    const { sessions: count } = result;
    return { result, words: [`Forgotten: ${count} ${count === 1 ? 'session' : 'sessions'}.`] };
  },
};

const importAction: GroupAction = {
  name: 'import',
  description: 'Make a sign-in of a recording of Chrome, without the passwords and codes that were typed',
  argument: ['<recording>', 'a JSON file that the Recorder of Chrome exported'],
  options: [
    ['--target <name>', 'the server, as in targets/<name>.json (required)'],
    ['--user <username>', 'who was signed in, where it is none of the users of the target'],
    ...recordingOptions,
  ],
  act: (client, path, options) => importRecording(client, path ?? '', options),
};

async function importRecording(client: ApiClient, path: string, options: Options): Promise<CommandResult> {
  const [target, username] = ['target', 'user'].map((option) => textOf(options, option));
  if (target === undefined)
    throw usage('It is not said which server the recording signs in at.', 'Add --target <name>.');
  const user = username === undefined ? {} : { username };
  const recording = { target, text: readText(path), ...user, fields: [...fieldsOf(options)] };
  return saveRecording(client, recording, options, null);
}
