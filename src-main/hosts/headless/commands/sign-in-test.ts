import { writeFileSync } from 'node:fs';
import type { FlowRun } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { isSignedIn } from '#shared/flows/run-state.ts';
import type { CommandResult, GroupAction, GroupOption } from '../command-group.ts';
import { type Options, textOf, usage } from '../command-options.ts';
import type { ApiClient } from '../control-client.ts';
import { untilJudged } from './flow-suite.ts';

/** Exit code where no user could be signed in. */
export const noSignIn = 4;
/** How long a sign-in may take, in milliseconds. */
const signInMillis = 120_000;

/** Options that say who signs in, and for which client. */
export const personOptions: readonly GroupOption[] = [
  ['--client <client_id>', 'client (default: the first of the target)'],
  ['--user <username>', 'user (default: the first of the target)'],
];

/** `gatehouse sign-in test`. */
export const testAction: GroupAction = {
  name: 'test',
  description: 'Test the unattended sign-in of a user at a target',
  argument: ['<target>', 'server, as in targets/<name>.json'],
  options: [
    ...personOptions,
    ['--picture <file>', 'if it stops, write a picture of the page (JPEG) with typed values covered'],
  ],
  act: (client, target, options) => testSignIn(client, target ?? '', options),
};

/** Starts a run that signs a user in at a target. @throws cli.usage */
export async function startSignIn(
  client: ApiClient,
  name: string,
  options: Options,
  browser: FlowRun['browser'],
): Promise<{ readonly run: FlowRun; readonly username: string }> {
  const target = (await client.flows.targets()).find((one) => one.name === name);
  if (target === undefined)
    throw usage(
      `The workspace has no target ${name}.`,
      `Add targets/${name}.json, or choose another target.`,
    );
  const clientId = textOf(options, 'client') ?? target.clients[0]?.clientId;
  const username = textOf(options, 'user') ?? target.usernames[0];
  if (clientId === undefined || username === undefined)
    throw usage(`targets/${name}.json has no client or no user.`, 'Add both, or use --client and --user.');
  const start = { kind: 'code-pkce', target: name, clientId, username, mode: 'run' as const, browser };
  return { run: await client.flows.start(start), username };
}

async function testSignIn(client: ApiClient, name: string, options: Options): Promise<CommandResult> {
  const { run: started, username } = await startSignIn(client, name, options, 'unattended');
  const run = await untilJudged(client, started, performance.now() + signInMillis);
  const isIn = isSignedIn(run);
  const picture = await writePicture(client, run, textOf(options, 'picture'));
  const seconds = ((run.tookMillis ?? 0) / 1_000).toFixed(1);
  return {
    result: { target: name, username, signedIn: isIn, note: run.note, run: run.id, picture },
    words: [
      isIn ? `${username} is signed in at ${name}, in ${seconds} s.` : run.note,
      ...(picture === null ? [] : [`${picture} shows the page where the sign-in stopped.`]),
      ...(isIn && run.state === 'failed' ? [`A later step failed: ${run.note}`] : []),
    ],
    exitCode: isIn ? 0 : noSignIn,
  };
}

/** Writes the picture of a run to a file; null: none was asked for, or there is none. @throws cli.usage */
async function writePicture(
  client: ApiClient,
  { id: runId, picture }: FlowRun,
  path: string | undefined,
): Promise<string | null> {
  if (path === undefined || picture === null) return null;
  const { base64 } = await client.flows.picture({ runId });
  try {
    writeFileSync(path, Buffer.from(base64, 'base64'));
  } catch (cause) {
    throw new GatehouseError('cli.usage', `${path} is not writable.`, {
      fix: 'Choose a file in an existing folder.',
      cause,
    });
  }
  return path;
}
