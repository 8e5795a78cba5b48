import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Area, Bench, Figure, Sample } from '../harness/area.ts';
import { spreadOf } from '../harness/statistics.ts';
import { limit, ratio } from '../harness/targets.ts';
import type { RunsMeasured } from '../programs/flow-answers.ts';
import { builtApplication } from '../support/build.ts';
import { measureOnce, startNode } from '../support/child.ts';
import { copySampleWorkspace, type Gatehouse, serveGatehouse } from '../support/gatehouse.ts';

const maxOfScript = 2.5;
const maxAloneMillis = 450;
const maxWithWorkspaceMillis = 1_000;
/** The server compares passwords at their full cost: a run waits for it longer than it works. */
const patienceMillis = 240_000;
const commandRuns = 7;
/** Registered at the sample's client; nothing has to listen there. */
const redirectUri = 'http://127.0.0.1:9035/cb';

const cpu: Figure = { id: 'cpu', title: 'CPU of the client process', unit: 'ms/run', digits: 2 };
const wall: Figure = { id: 'wall', title: 'from the command to its end', unit: 'ms', digits: 0 };

function server(bench: Bench): Promise<Gatehouse> {
  return bench.once(
    'server',
    () => serveGatehouse(copySampleWorkspace(bench.directory), mkdtempSync(join(bench.directory, 'state-'))),
    (gatehouse) => gatehouse.stop(),
  );
}

async function runs(program: string, ...args: readonly string[]): Promise<Sample> {
  const { cpu: millis } = await measureOnce<RunsMeasured>([program, ...args], patienceMillis);
  return { cpu: millis };
}

/** A workspace that names the server of the other process, and a flow at it. */
function workspaceAt(bench: Bench, issuer: string): Promise<string> {
  return bench.once('workspace at the server', async () => {
    const directory = mkdtempSync(join(bench.directory, 'client-'));
    const files = {
      'gatehouse.json': { id: 'client', name: 'Client' },
      'targets/server.json': {
        issuer,
        clients: [
          {
            client_id: 'portal-web',
            client_secret: 'portal-web-secret',
            redirect_uris: [redirectUri],
            scope: 'orders.read',
          },
        ],
        users: [{ username: 'ann', password: 'ann-password' }],
        // Each run signs in, as the script does.
        sign_in: { keep_session: false },
      },
      'flows/sign-in.json': {
        kind: 'code-pkce',
        target: 'server',
        client_id: 'portal-web',
        username: 'ann',
        options: {},
      },
    };
    for (const [file, value] of Object.entries(files)) {
      mkdirSync(join(directory, file, '..'), { recursive: true });
      writeFileSync(join(directory, file), JSON.stringify(value));
    }
    return directory;
  });
}

async function command(...args: readonly string[]): Promise<Sample> {
  const headless = join(builtApplication(), 'out/main/headless.js');
  const times: number[] = [];
  for (let at = 0; at < commandRuns; at += 1) {
    const child = await startNode([headless, 'token', 'get', ...args], {
      env: { CLIENT_SECRET: 'batch-job-secret' },
    });
    times.push(child.wallMillis);
    await child.stop();
  }
  return { wall: spreadOf(times).median };
}

/** The cost of a flow, beside a script that somebody writes for the same requests. */
export const flows: Area = {
  area: 'flows',
  title: 'flows, beside a script of oauth4webapi',
  rounds: 3,
  notes: [
    'A run is code with PKCE at a server in a process of its own: metadata, authorization request, sign-in, consent where it is asked for, token request. 200 runs after 20.',
    'The script uses oauth4webapi and fetch, fills in the forms by hand, records nothing and checks nothing of its own. The debugger records every exchange in a state on disk, keeps each run, and checks what a client has to check.',
    'The commands are those of the built application, from the start of the process to the line with the token; the median of 7.',
  ],
  cases: [
    {
      id: 'script',
      title: 'script: oauth4webapi',
      figures: [cpu],
      run: async (bench) => runs('flow-script.ts', (await server(bench)).authorizationServer, redirectUri),
    },
    {
      id: 'debugger',
      title: 'flow debugger, recording on',
      figures: [cpu],
      async run(bench) {
        const { authorizationServer } = await server(bench);
        const workspace = await workspaceAt(bench, authorizationServer);
        return runs('flow-debugger.ts', workspace, mkdtempSync(join(bench.directory, 'state-')));
      },
    },
    {
      id: 'alone',
      title: 'token get --issuer',
      figures: [wall],
      run: async (bench) =>
        command(
          '--issuer',
          (await server(bench)).authorizationServer,
          '--client',
          'batch-job',
          '--client-secret',
          'env:CLIENT_SECRET',
        ),
    },
    {
      id: 'workspace',
      title: 'token get with a workspace',
      figures: [wall],
      async run(bench) {
        const workspace = copySampleWorkspace(bench.directory);
        const state = mkdtempSync(join(bench.directory, 'state-'));
        return command('--workspace', workspace, '--state-dir', state, '--client', 'batch-job');
      },
    },
  ],
  targets: [
    ratio('CPU of a run beside the script', ['debugger', 'cpu'], ['script', 'cpu'], { atMost: maxOfScript }),
    limit('a token without a workspace', ['alone', 'wall'], { unit: 'ms', atMost: maxAloneMillis }),
    limit('a token with a workspace', ['workspace', 'wall'], { unit: 'ms', atMost: maxWithWorkspaceMillis }),
  ],
};
