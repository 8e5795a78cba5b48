import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { listeningPort } from '#test/support/listening.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { rootDir } from '../../scripts/support/root.ts';

const parts = join(rootDir, 'packaging/container');
let workspace: string;

const folder = startedAnew(temporaryDirectory);
beforeEach(() => {
  workspace = join(folder.path, 'workspace');
  mkdirSync(workspace);
  const program = join(folder.path, 'gatehouse');
  writeFileSync(
    program,
    `#!/bin/sh\nexec '${process.execPath}' '${join(rootDir, 'out/main/headless.js')}' "$@"\n`,
  );
  chmodSync(program, 0o755);
});

function enter(...args: readonly string[]) {
  return spawnSync('sh', [join(parts, 'entrypoint.sh'), ...args], {
    env: {
      HOME: folder.path,
      PATH: `${folder.path}:/usr/bin:/bin`,
      GATEHOUSE_WORKSPACE: workspace,
    },
    encoding: 'utf8',
  });
}

describe('what a container starts with', () => {
  beforeEach(({ skip }) => skip(process.platform === 'win32', 'there is no shell on Windows'));

  test('an empty volume gets the sample workspace, and a start that cannot go on ends as the command ends', () => {
    const { status } = enter('serve', '--workspace', workspace, '--services', 'none');
    expect(status).toBe(2);
    expect(existsSync(join(workspace, 'gatehouse.json'))).toBe(true);
  });

  test('a volume with anything in it is left as it is', () => {
    writeFileSync(join(workspace, 'notes.txt'), 'mine');
    expect(enter('serve', '--workspace', workspace, '--services', 'none').status).toBe(2);
    expect(existsSync(join(workspace, 'gatehouse.json'))).toBe(false);
    expect(readFileSync(join(workspace, 'notes.txt'), 'utf8')).toBe('mine');
  });

  test('another command than serve makes nothing', () => {
    expect(enter('--version')).toMatchObject({ status: 0 });
    expect(existsSync(join(workspace, 'gatehouse.json'))).toBe(false);
  });
});

describe('the health of a container', () => {
  /** Exit code of the check where the server answers so. */
  async function healthOf(status: number | null, write = JSON.stringify): Promise<unknown> {
    const server = createServer((_request, response) => response.writeHead(status ?? 200).end());
    const port = await listeningPort(server);
    if (status === null) server.close();
    const settings = { services: { authorizationServer: { port, bind: '0.0.0.0' } } };
    writeFileSync(join(workspace, 'gatehouse.json'), write(settings));
    const check = spawn(process.execPath, [join(parts, 'healthcheck.mjs'), workspace], { stdio: 'ignore' });
    const code = await new Promise((resolve) => check.once('exit', resolve));
    server.close();
    return code;
  }

  test.each([
    ['answers', 200, 0],
    ['fails', 500, 1],
    ['is gone', null, 1],
  ])('where the authorization server %s', async (_what, status, code) => {
    expect(await healthOf(status)).toBe(code);
  });

  test('is told of a workspace with comments in it, too', async () => {
    const withComments = (settings: object) =>
      `\uFEFF// The “team’s” port: "9999"\n${JSON.stringify(settings).slice(0, -1)}, /* , */ "name": "a//b,}",}\n`;
    expect(await healthOf(200, withComments as typeof JSON.stringify)).toBe(0);
    expect(await healthOf(500, withComments as typeof JSON.stringify)).toBe(1);
  });
});
