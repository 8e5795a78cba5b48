import { readFileSync } from 'node:fs';
import type { Installation } from '#main/hosts/installation.ts';
import type { SignInPreview } from '#shared/api/sign-ins.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type FieldMeaning, fieldMeanings, type SignInAct } from '#shared/sign-ins/index.ts';
import type { CliCommand, Terminal } from '../cli.ts';
import { type CommandResult, type GroupAction, groupCommand } from '../command-group.ts';
import type { ApiClient } from '../control-client.ts';
import { untilJudged } from './flow-suite.ts';

type Options = Readonly<Record<string, unknown>>;

const collected = (text: string, before: never) => [
  ...((before as readonly string[] | undefined) ?? []),
  text,
];

/** `gatehouse sign-in`: exit code 0 done, 1 refused, 2 the command line is wrong. */
export function signInCommand(installation: Installation, terminal: Terminal): CliCommand {
  return groupCommand(
    {
      name: 'sign-in',
      description: 'How people are signed in at other servers while nobody is at the screen',
      actions: [list, test, importAction, sessions, forget],
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

/** Exit code of `gatehouse sign-in test` where nobody could be signed in. */
const noSignIn = 4;
/** How long a sign-in may take, in milliseconds. */
const signInMillis = 120_000;

const test: GroupAction = {
  name: 'test',
  description: 'Sign a user in at a target as unattended runs do, and say how it went',
  argument: ['<target>', 'the server, as in targets/<name>.json'],
  options: [
    ['--client <client_id>', 'the client that asks (default: the first of the target)'],
    ['--user <username>', 'who signs in (default: the first of the target)'],
  ],
  act: (client, target, options) => testSignIn(client, target ?? '', options),
};

async function testSignIn(client: ApiClient, name: string, options: Options): Promise<CommandResult> {
  const target = (await client.flows.targets()).find((one) => one.name === name);
  if (target === undefined)
    throw usage(`The workspace has no target ${name}.`, `Add targets/${name}.json, or name another one.`);
  const clientId = textOf(options, 'client') ?? target.clients[0]?.clientId;
  const username = textOf(options, 'user') ?? target.usernames[0];
  if (clientId === undefined || username === undefined)
    throw usage(`targets/${name}.json has no client or no user.`, 'Add both, or give --client and --user.');
  const started = await client.flows.start({
    kind: 'code-pkce',
    target: name,
    clientId,
    username,
    mode: 'run',
    browser: 'unattended',
  });
  const run = await untilJudged(client, started, performance.now() + signInMillis);
  const isSignedIn = run.failedAt?.isSignIn !== true && run.state !== 'cancelled';
  const seconds = ((run.tookMillis ?? 0) / 1_000).toFixed(1);
  return {
    result: { target: name, username, signedIn: isSignedIn, note: run.note, run: run.id },
    words: [
      isSignedIn ? `${username} is signed in at ${name}, in ${seconds} s.` : run.note,
      ...(isSignedIn && run.state === 'failed' ? [`What came after it failed: ${run.note}`] : []),
    ],
    exitCode: isSignedIn ? 0 : noSignIn,
  };
}

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
    ['--name <name>', 'the name of the file in sign-ins/ (default: that of the target)'],
    ['--user <username>', 'who was signed in, where it is none of the users of the target'],
    ['--code-field <act>', 'number of the act that typed the one-time code'],
    ['--field <act=meaning>', `meaning of a typed text: ${fieldMeanings.join(', ')}; repeatable`, collected],
    ['--replace', 'write over a sign-in of this name'],
    ['--dry-run', 'show the acts, and write nothing'],
  ],
  act: (client, path, options) => importRecording(client, path ?? '', options),
};

async function importRecording(client: ApiClient, path: string, options: Options): Promise<CommandResult> {
  const [target, name, username] = ['target', 'name', 'user'].map((option) => textOf(options, option));
  if (target === undefined)
    throw usage('It is not said which server the recording signs in at.', 'Add --target <name>.');
  const recording = {
    target,
    text: readText(path),
    ...(username === undefined ? {} : { username }),
    fields: [...fieldsOf(options)],
  };
  const preview = await client.signIns.preview(recording);
  if (preview.questions.length > 0) throw answerNeeded(preview);
  if (options['dryRun'] === true)
    return {
      result: { ...preview },
      words: [...preview.file.steps.map(actLine), ...originLines(preview, target)],
    };
  const written = await client.signIns.import({
    ...recording,
    replace: options['replace'] === true,
    ...(name === undefined ? {} : { name }),
  });
  return {
    result: { ...written },
    words: [
      `${written.path} holds ${written.file.steps.length} acts; targets/${target}.json names it.`,
      ...originLines(written, target),
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
    `Nothing is typed at ${foreignOrigins.join(', ')} unless sign_in.origins of targets/${target}.json names it.`,
  ];
}

function answerNeeded({ questions }: SignInPreview): GatehouseError {
  const places = questions.map(
    ({ act, field, shape, length }) => `act ${act}${field === '' ? '' : ` (${field})`}: ${length} ${shape}`,
  );
  const answers = questions.map(({ act, likely }) => `--field ${act}=${likely}`);
  return new GatehouseError(
    'sign-in.answer-needed',
    `Nothing tells what was typed by ${places.join('; ')}.`,
    {
      fix: `Say it, for example: ${answers.join(' ')}. A meaning is ${fieldMeanings.join(', ')}.`,
    },
  );
}

/** @throws cli.usage */
function fieldsOf(options: Options): readonly { readonly act: number; readonly meaning: FieldMeaning }[] {
  const code = textOf(options, 'codeField');
  const given = options['field'];
  const fields = Array.isArray(given) ? given.filter((text) => typeof text === 'string') : [];
  return [...fields, ...(code === undefined ? [] : [`${code}=code`])].map((text) => {
    const [act = '', named = ''] = text.split('=');
    const meaning = fieldMeanings.find((known) => known === named);
    if (/^[1-9]\d{0,3}$/.test(act) && meaning !== undefined) return { act: Number(act), meaning };
    throw usage(
      `“${text}” says nothing of an act.`,
      `Give the number of the act and a meaning, such as 4=code: ${fieldMeanings.join(', ')}.`,
    );
  });
}

function textOf(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** @throws cli.usage */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new GatehouseError('cli.usage', `${path} cannot be read.`, {
      fix: 'Name a file that is there.',
      cause,
    });
  }
}

function usage(message: string, fix: string): GatehouseError {
  return new GatehouseError('cli.usage', message, { fix });
}
