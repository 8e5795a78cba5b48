import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { consentSheet } from '#test/support/consents.ts';
import { har, harEntry } from '#test/support/contract-sources.ts';
import { ownCase } from '#test/support/own-case.ts';
import { type Served, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { runsTemporaryPrograms } from '#test/support/tools.ts';
import { startTruthProvider } from '../attacks/truth/provider.ts';
import type { TruthServer } from '../attacks/truth/server/start.ts';
import { guideCommands, guideFiles, guideNames, unmarkedCommands } from './guide-commands.ts';

const sample = resolve('resources/sample-workspace');
const headless = resolve('out/main/headless.js');

/** The preconditions of a guide, and the exit codes of its commands other than 0. */
interface GuideStory {
  /** Files that lie in the workspace, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** Commands that come first, for files that cannot be written down. */
  readonly before?: readonly string[];
  /** Exit codes of commands that hold this text. */
  readonly ends?: Readonly<Record<string, number>>;
  /** Texts of the guide that stand for what only a run knows. */
  readonly replaced?: (served: Served) => Readonly<Record<string, string>>;
}

const target = {
  issuer: 'http://127.0.0.1:8080',
  clients: [
    {
      client_id: 'portal-web',
      client_secret: 'portal-web-secret',
      redirect_uris: ['http://127.0.0.1:9035/callback'],
    },
  ],
};

/** Replaces the reader's Keycloak. */
let provider: TruthServer | null = null;

const stories: Readonly<Record<string, GuideStory>> = {
  'attack-keycloak': {
    replaced: () => ({
      'http://127.0.0.1:8080/realms/attack': provider?.issuer ?? '',
      // All cases take minutes: one of them, with the same report.
      '--report keycloak.html || test $? -ge 3':
        '--case AC-01 --report keycloak.html && test -s keycloak.html',
    }),
  },
  'large-imports': {
    // The sandbox of the test has begun with 400 users.
    replaced: () => ({ 'ROWS=200000': 'ROWS=300' }),
  },
  'throttle-by-plan': {
    replaced: ({ ready }) => ({ 'http://127.0.0.1:9033': ready.services?.['gateway'] ?? '' }),
  },
  'flow-debugger': {
    before: ['export CLIENT_SECRET=batch-job-secret'],
    replaced: ({ authorizationServer }) => ({ 'https://id.example.com': authorizationServer }),
  },
  'attack-catalogue': {
    files: { 'target.json': JSON.stringify(target), 'ours.json': JSON.stringify([ownCase]) },
    ends: { '--profile training': 6 },
    replaced: ({ authorizationServer }) => ({ 'http://127.0.0.1:8080': authorizationServer }),
  },
  connectors: {
    files: {
      'keys/.keep': '',
      'change.json': '{"sn":"Archer"}',
      'hello.groovy': "return 'Hello ' + name",
    },
    before: ['openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=hr -keyout key.pem -out cert.pem'],
    replaced: ({ ready }) => ({
      'http://127.0.0.1:9032': ready.services?.['connectorHost'] ?? '',
      // Answers at a prompt, and a refusing response that counts as a failure.
      '-out keys/clients.p12': '-passout pass:planted -out keys/clients.p12',
      'curl ': 'curl --silent --show-error --fail-with-body ',
    }),
  },
  consents: {
    files: { 'people.csv': consentSheet({ rows: 12 }) },
    // It was not interrupted.
    ends: { 'import resume': 1 },
  },
  contract: {
    files: {
      'contract/lint.json': '{"hosts":["https://platform.example.com/v1"]}',
      'scripts/call.sh': 'curl https://platform.example.com/v1/environments/e1/deviceAuthenticationPolicy\n',
      'day.har': har([harEntry('GET', 'https://platform.example.com/v1/environments/e1/users')]),
    },
    ends: { 'lint connectors': 3 },
  },
  'first-minutes': {
    // It serves until it is told to end, which it does with 0.
    replaced: () => ({
      'gatehouse serve': 'timeout --preserve-status 6 gatehouse serve --any-ports --port 0',
    }),
  },
  interchange: {
    files: {
      'project/conf/provisioner.openicf-crm.json': readFileSync(
        join(sample, 'connectors/provisioner.openicf-hr.json'),
        'utf8',
      ),
      'clients.json': JSON.stringify({ clientId: 'crm', name: 'CRM', grantTypes: ['CLIENT_CREDENTIALS'] }),
    },
    before: ['openssl rand -base64 32 | gatehouse secret set key.system-sym'],
    replaced: () => ({
      '/path/to/project': 'project',
      'import-product clients.json --json': 'import-product clients.json --json > said.json',
      // The guide's identifier stands for the one that its reader was told.
      '8fA3xQ': `"$(sed 's/.*"undoId":"\\([^"]*\\)".*/\\1/' said.json)"`,
    }),
  },
  'mcp-authorization': {
    replaced: ({ ready }) => ({ 'http://127.0.0.1:9033': ready.services?.['gateway'] ?? '' }),
  },
  'sign-ins': {
    files: {
      'targets/ours.json': JSON.stringify({
        issuer: 'https://id.example.com',
        users: [{ username: 'test-user' }],
      }),
      'recording.json': JSON.stringify({
        title: 'Sign in',
        steps: [
          { type: 'navigate', url: 'https://id.example.com/authorize?state=1' },
          { type: 'change', value: 'test-user', selectors: [['aria/User name']] },
          { type: 'click', selectors: [['aria/Next']] },
          { type: 'change', value: 'planted', selectors: [['aria/Password']] },
          { type: 'click', selectors: [['aria/Next']] },
          { type: 'change', value: '482915', selectors: [['#field-3']] },
        ],
      }),
    },
  },
  throttling: {
    files: {
      'access.log': Array.from(
        { length: 5 },
        (_, index) => `{"time":${index * 20},"mail":"ann@example.com","path":"/orders/${index}"}\n`,
      ).join(''),
      'calls.csv': `Zeit;Verb;Weg;mail\n${Array.from({ length: 40 }, (_, index) => `2026-03-02T09:00:${String(index).padStart(2, '0')}Z;GET;/orders/1;ann@example.com`).join('\n')}\n`,
      'access.csv': `when,user\n${Array.from({ length: 40 }, (_, index) => `2026-03-02T09:00:${String(index).padStart(2, '0')}Z,ann`).join('\n')}\n`,
    },
  },
  'workspace-trust': {
    before: ['cp -R . ../colleague && mv ../colleague from-a-colleague'],
    replaced: () => ({
      'gatehouse serve': 'timeout --preserve-status 6 gatehouse serve --any-ports --port 0',
    }),
  },
};

let workspace: string;
let served: Served | null;

const home = startedAnew(temporaryDirectory);
beforeEach(() => {
  workspace = join(home.path, 'work');
  served = null;
  provider = null;
});
afterEach(async () => {
  await served?.end();
  await provider?.close();
});

/** Makes a copy of the sample workspace with a host that has it open, and a `gatehouse` to call. */
async function prepare(files: Readonly<Record<string, string>>): Promise<Served> {
  cpSync(sample, workspace, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, file)), { recursive: true });
    writeFileSync(join(workspace, file), text);
  }
  mkdirSync(join(home.path, 'bin'));
  const program = join(home.path, 'bin', 'gatehouse');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${headless}" "$@"\n`, { mode: 0o755 });
  return serve(['--workspace', workspace], { HOME: home.path });
}

/** Runs commands one after the other in one shell; each with how it ended and what it said. */
async function runAll(
  commands: readonly string[],
): Promise<readonly { command: string; code: number; said: string }[]> {
  const mark = '@@ended';
  const script = commands.map((command) => `{ ${command}\n} 2>&1\nprintf '\\n%s\\n' "${mark} $?"`).join('\n');
  const child = spawn('bash', ['--norc', '-s'], {
    cwd: workspace,
    env: { PATH: `${join(home.path, 'bin')}:${process.env['PATH']}`, HOME: home.path },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // Told as a file, so that a command that reads standard input does not read the script.
  writeFileSync(join(home.path, 'script.sh'), script);
  child.stdin.end(`. '${join(home.path, 'script.sh')}' < /dev/null\n`);
  await new Promise((done) => child.once('close', done));
  const parts = output.split(new RegExp(`\\n${mark} (\\d+)\\n`));
  return commands.map((command, index) => ({
    command,
    said: parts[2 * index] ?? '',
    code: Number(parts[2 * index + 1] ?? -1),
  }));
}

/** The files of a guide; the secrets in them are those of the provider in the place of the reader's server. */
function savedBy(name: string): Readonly<Record<string, string>> {
  const saved = guideFiles(name);
  if (provider === null) return saved;
  const secrets = (text: string) => text.replaceAll('-secret"', '-secret-of-the-test"');
  return Object.fromEntries(Object.entries(saved).map(([file, text]) => [file, secrets(text)]));
}

function asRun(command: string, replaced: Readonly<Record<string, string>>): string {
  return Object.entries(replaced).reduce((text, [from, to]) => text.replaceAll(from, to), command);
}

describe('the commands of a guide', () => {
  test.each(guideNames)('%s stand in blocks that are run', (name) => {
    expect(unmarkedCommands(name)).toEqual([]);
  });

  test.for(Object.keys(stories))('%s end as the guide says', { timeout: 240_000 }, async (name, { skip }) => {
    skip(!runsTemporaryPrograms(), 'the file system of temporary files runs no programs');
    const { files = {}, before = [], ends = {}, replaced = () => ({}) } = stories[name] ?? {};
    if (name === 'attack-keycloak') provider = await startTruthProvider([], 'client_secret_basic');
    const running = await prepare({ ...savedBy(name), ...files });
    served = running;
    const commands = [...before, ...guideCommands(name)].map((line) => asRun(line, replaced(running)));
    const wanted = (command: string) =>
      Object.entries(ends).find(([part]) => command.includes(part))?.[1] ?? 0;
    const ended = await runAll(commands);
    expect(ended.filter(({ command, code }) => code !== wanted(command))).toEqual([]);
  });

  test('are all told of in the stories above', () => {
    const untold = guideNames.filter((name) => guideCommands(name).length > 0 && !(name in stories));
    // Run by `nginx.test.ts`, and by the tests of the packages: `test/packaging/install-guide.test.ts`.
    expect(untold).toEqual(['behind-nginx', 'install']);
  });
});
