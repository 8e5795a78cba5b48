import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLinkScheme } from '#shared/desktop/open-link.ts';
import { serviceKeys } from '#shared/exchange/index.ts';
import { manifestSchema } from '#shared/workspace/index.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { hasTool, plainWords } from '#test/support/tools.ts';
import { linkScheme } from '../../../../scripts/support/packaging/desktop-configuration.ts';
import { rootDir } from '../../../../scripts/support/root.ts';

const packaging = join(rootDir, 'packaging');

describe('the Containerfile', () => {
  const text = readFileSync(join(packaging, 'container/Containerfile'), 'utf8');
  const instructions = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      return { name, rest: rest.replaceAll(/\s+/g, ' ').trim() };
    });
  const all = (wanted: string) => instructions.flatMap(({ name, rest }) => (name === wanted ? [rest] : []));

  test('holds instructions that there are, and begins with one image of one version', () => {
    const known = [
      'CMD',
      'COPY',
      'ENTRYPOINT',
      'EXPOSE',
      'FROM',
      'HEALTHCHECK',
      'RUN',
      'STOPSIGNAL',
      'USER',
      'VOLUME',
      'WORKDIR',
    ];
    expect([...new Set(instructions.map(({ name }) => name))].toSorted()).toEqual(known);
    expect(all('FROM')).toEqual([expect.stringMatching(/^[a-z]+:\d/)]);
    expect(instructions[0]?.name).toBe('FROM');
  });

  test('copies what lies beside it, and the package', () => {
    const sources = all('COPY').map(
      (rest) => rest.split(' ').filter((word) => !word.startsWith('--'))[0] ?? '',
    );
    const absent = sources.filter((source) => !existsSync(join(packaging, 'container', source)));
    expect(absent).toEqual(['gatehouse-headless.deb']);
    expect(sources.length).toBe(readdirSync(join(packaging, 'container')).length);
  });

  test('never runs as root once it is built, and keeps workspace and state outside', () => {
    expect(all('USER')).toEqual(['10001:10001']);
    const after = instructions.slice(instructions.findIndex(({ name }) => name === 'USER'));
    expect(after.filter(({ name }) => name === 'RUN' || name === 'COPY')).toEqual([]);
    expect(JSON.parse(all('VOLUME')[0] ?? '')).toEqual(['/workspace', '/state']);
  });

  test('names the ports of the services, and hosts no screens', () => {
    const { services } = manifestSchema.parse({ name: 'x' });
    const ports = serviceKeys.map((key) => String(services[key].port));
    expect(new Set(all('EXPOSE')[0]?.split(' '))).toEqual(new Set(ports));
    expect(JSON.parse(all('CMD')[0] ?? '')).toContain('--no-ui');
  });

  test('starts programs without a shell between, so that a stop reaches them', () => {
    for (const rest of [...all('CMD'), ...all('ENTRYPOINT')]) expect(JSON.parse(rest)).toBeInstanceOf(Array);
    expect(all('HEALTHCHECK')[0]).toMatch(/CMD \["\/usr\/lib\/gatehouse\/node"/);
    expect(readFileSync(join(packaging, 'container/entrypoint.sh'), 'utf8')).toMatch(
      /\nexec gatehouse "\$@"\n$/,
    );
  });
});

test('the installers register the scheme of links that the application opens', () => {
  expect(linkScheme).toBe(openLinkScheme);
});

test.each(['container/entrypoint.sh', 'headless/gatehouse.sh'])(
  '%s is a script that a plain shell reads',
  (file) => {
    expect(spawnSync('sh', ['-n', join(packaging, file)], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  },
);

describe('the unit of the service', () => {
  const file = join(packaging, 'headless/gatehouse.service');

  test('writes the address of the screens, which holds a token, where no journal sees it', () => {
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^StandardOutput=truncate:%t\//m);
    expect(text).toMatch(/^UMask=0077$/m);
  });

  test('is one that the service manager takes', ({ skip }) => {
    skip(!hasTool('systemd-analyze'), 'systemd is not installed');
    const { path, remove } = temporaryDirectory();
    const { stderr } = spawnSync('systemd-analyze', ['--user', '--man=no', 'verify', file], {
      env: plainWords({ XDG_RUNTIME_DIR: path }),
      encoding: 'utf8',
    });
    remove();
    // It looks for the program too, which is installed later.
    const complaints = stderr
      .split('\n')
      .filter((line) => line !== '' && !line.includes('/usr/bin/gatehouse is not executable'));
    expect(complaints).toEqual([]);
  });
});
