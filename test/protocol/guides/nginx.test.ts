import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { freePort } from '#test/support/free-port.ts';
import { startGatehouse } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { guideCommands, guideFiles } from './guide-commands.ts';

const headless = resolve('out/main/headless.js');
const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find((path) => existsSync(path));
const home = startedAnew(temporaryDirectory);
const started: ChildProcess[] = [];

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
});

/** Answers with the key that the guide counts clients by. */
const echo = {
  name: 'Echo',
  handler: {
    type: 'StaticResponseHandler',
    config: { status: 200, entity: "${request.headers['X-Forwarded-For'][0]}" },
  },
};

function run(command: string, cwd: string): void {
  const done = spawnSync('bash', ['-ec', command], {
    cwd,
    env: { ...process.env, HOME: home.path },
    encoding: 'utf8',
  });
  expect(`${done.status} ${done.stderr}`).toBe('0 ');
}

describe('the guide to nginx', () => {
  test('has the services under their public names, and the screens under none', async ({ skip }) => {
    skip(nginx === undefined, 'nginx is not installed');
    const workspace = join(home.path, 'work');
    cpSync(resolve('resources/sample-workspace'), workspace, { recursive: true });
    writeFileSync(join(workspace, 'routes/01-echo.json'), JSON.stringify(echo));
    const [first = '', second = '', look = ''] = guideCommands('behind-nginx');
    const port = await freePort();
    const publicUrl = `https://id.example.com:${port}`;
    for (const command of [first.replace('https://id.example.com', publicUrl), second])
      run(command.replace(/^gatehouse/, `"${process.execPath}" "${headless}"`), workspace);
    const [serverPort, gatewayPort, screensPort] = [await freePort(), await freePort(), await freePort()];
    const manifest = join(workspace, 'gatehouse.json');
    const { services, ...others } = JSON.parse(readFileSync(manifest, 'utf8'));
    Object.assign(services.authorizationServer, { port: serverPort });
    Object.assign(services.gateway, { port: gatewayPort });
    writeFileSync(manifest, JSON.stringify({ ...others, services }));
    const place = ['--workspace', workspace, '--state-dir', join(home.path, 'state')];
    const only = ['--services', 'authorizationServer,gateway', '--port', String(screensPort)];
    started.push(startGatehouse(['serve', ...place, ...only]).child);

    const certificate =
      'openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=example -keyout example.key -out example.pem';
    run(`${certificate} 2>/dev/null`, home.path);
    const site = (guideFiles('behind-nginx')['gatehouse.conf'] ?? '')
      .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replaceAll('/etc/ssl/', `${home.path}/`)
      .replace('http://127.0.0.1:9031', `http://127.0.0.1:${serverPort}`)
      .replace('http://127.0.0.1:9033', `http://127.0.0.1:${gatewayPort}`);
    const screens = site
      .slice(0, site.indexOf('}\n\nserver') + 2)
      .replace('id.example.com', 'screens.example.com')
      .replace(/proxy_pass .*;/, `proxy_pass http://127.0.0.1:${screensPort};`);
    const folders = ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    for (const folder of folders) mkdirSync(join(home.path, folder));
    const paths = folders.map(
      (name) => `${name === 'body' ? 'client_body' : name}_temp_path ${home.path}/${name};`,
    );
    const config = `daemon off; pid ${home.path}/nginx.pid; error_log stderr; events {} http { access_log off; ${paths.join(' ')}\n${site}\n${screens}}`;
    writeFileSync(join(home.path, 'nginx.conf'), config);
    const user = process.getuid?.() === 0 ? ['-g', 'user root;'] : [];
    started.push(spawn(nginx ?? '', ['-p', home.path, '-c', join(home.path, 'nginx.conf'), ...user]));

    const ask = (name: string, path: string) => {
      const to = ['--insecure', '--silent', '--resolve', `${name}:${port}:127.0.0.1`];
      const { stdout } = spawnSync(
        'curl',
        [...to, '--write-out', '\n%{http_code}', `https://${name}:${port}${path}`],
        {
          encoding: 'utf8',
        },
      );
      return stdout;
    };
    const path = new URL(look.split(' ').at(-1) ?? '').pathname;
    const answer = await eventually(() => {
      const said = ask('id.example.com', path);
      return said.endsWith('\n200') ? said : null;
    });
    const metadata = JSON.parse(answer.split('\n')[0] ?? '');
    expect(metadata).toMatchObject({ issuer: publicUrl, token_endpoint: `${publicUrl}/as/token.oauth2` });
    // The address that nginx saw, whatever the client says of itself.
    expect(ask('api.example.com', '/anything')).toBe('127.0.0.1\n200');
    expect(ask('screens.example.com', '/')).toMatch(/\n421$/);
  });
});
