import { type CommandResult, type GroupAction, groupCommand } from '../command-group.ts';
import { type Options, textOf, usage } from '../command-options.ts';
import type { ApiClient } from '../control-client.ts';
import { readText } from './read-json.ts';
import { fieldsOf, recordingOptions, saveRecording } from './sign-in-recording.ts';
import { testAction } from './sign-in-test.ts';
import { watchAction } from './sign-in-watch.ts';

const list: GroupAction = {
  name: 'list',
  description: 'List the sign-ins of the workspace and their targets',
  async act(client) {
    const signIns = await client.signIns.list();
    const words = signIns.map(({ name, title, acts, targets }) =>
      [name, title, `${acts} actions`, targets.length === 0 ? 'no target' : targets.join(', ')].join('\t'),
    );
    return { result: { signIns }, words };
  },
};

const sessions: GroupAction = {
  name: 'sessions',
  description: 'List the stored sessions at other servers',
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
  description: 'Delete a stored session and the note of a rejected password: the next run signs in again',
  argument: ['<target>', 'server, as in targets/<name>.json'],
  options: [['--user <username>', 'only of this user']],
  async act(client, target = '', options) {
    const username = textOf(options, 'user');
    const result = await client.signIns.forget({ target, ...(username === undefined ? {} : { username }) });
    const { sessions: count } = result;
    return { result, words: [`Deleted: ${count} ${count === 1 ? 'session' : 'sessions'}.`] };
  },
};

const importAction: GroupAction = {
  name: 'import',
  description: 'Import a sign-in from a Chrome recording, without typed passwords and codes',
  argument: ['<recording>', 'JSON file exported by the Chrome Recorder'],
  options: [
    ['--target <name>', 'server, as in targets/<name>.json (required)'],
    ['--user <username>', 'user in the recording, if not a user of the target'],
    ...recordingOptions,
  ],
  act: (client, path, options) => importRecording(client, path ?? '', options),
};

async function importRecording(client: ApiClient, path: string, options: Options): Promise<CommandResult> {
  const [target, username] = ['target', 'user'].map((option) => textOf(options, option));
  if (target === undefined) throw usage('The server of the recording is not set.', 'Add --target <name>.');
  const user = username === undefined ? {} : { username };
  const recording = { target, text: readText(path), ...user, fields: [...fieldsOf(options)] };
  return saveRecording(client, recording, options, null);
}

/** `gatehouse sign-in`: exit code 0 done, 1 refused, 2 wrong command line, 4 no user could be signed in. */
export const signInCommand = groupCommand({
  name: 'sign-in',
  description: 'Manage unattended sign-ins at other servers',
  actions: [list, testAction, watchAction, importAction, sessions, forget],
});
