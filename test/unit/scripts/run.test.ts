import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { ended, freshCheckout } from './checkout.ts';

const hello = `const text: string = process.argv.slice(2).join('|'); console.log('hello', text);`;
const lockOfTwo =
  '{ "packages": { "": {}, "node_modules/one": { "version": "1.0.0" }, "node_modules/two": { "version": "2.0.0", "optional": true } } }';

describe('the first command in a fresh checkout', () => {
  test('installs, runs, and leaves standard output to the command', async () => {
    const checkout = freshCheckout({ hello });
    const { code, stdout, stderr } = await checkout.run(['hello', 'a b', '--json']);
    expect(stdout).toBe('hello a b|--json\n');
    expect(stderr).toContain('Installing packages');
    expect(stderr).toContain('added 1 package');
    expect(code).toBe(0);
    expect(checkout.npmCalls()).toEqual([expect.stringMatching(/^ci .*--include=dev/)]);
  });

  test('the second one installs nothing and says nothing of its own', async () => {
    const checkout = freshCheckout({ hello });
    await checkout.run(['hello']);
    const { stderr } = await checkout.run(['hello']);
    expect(stderr).toBe('');
    expect(checkout.npmCalls()).toHaveLength(1);
  });

  test('two at once install once', async () => {
    const checkout = freshCheckout({ hello });
    const both = await Promise.all([checkout.run(['hello', '1']), checkout.run(['hello', '2'])]);
    expect(both.map(({ stdout }) => stdout)).toEqual(['hello 1\n', 'hello 2\n']);
    expect(checkout.npmCalls()).toHaveLength(1);
  });

  test('says so when the installation fails, and tries again the next time', async () => {
    const checkout = freshCheckout({ hello });
    const failed = await checkout.run(['hello'], { NPM_FAILS: '1' });
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toContain('npm ended with code 9');
    expect(await checkout.run(['hello'])).toMatchObject({ code: 0, stdout: 'hello \n' });
  });
});

describe('when the lock file has changed', () => {
  test('the packages are installed anew', async () => {
    const checkout = freshCheckout({ hello });
    await checkout.run(['hello']);
    checkout.write('package-lock.json', lockOfTwo);
    await checkout.run(['hello']);
    expect(checkout.npmCalls()).toHaveLength(2);
  });

  test('but not when somebody has installed them by hand', async () => {
    const checkout = freshCheckout({ hello });
    await checkout.run(['hello']);
    checkout.write('package-lock.json', lockOfTwo);
    const installed = '{ "packages": { "node_modules/one": { "version": "1.0.0" } } }';
    checkout.write('node_modules/.package-lock.json', installed);
    await checkout.run(['hello']);
    expect(checkout.npmCalls()).toHaveLength(1);
  });

  test.each([
    ['of another version', '{ "packages": { "node_modules/one": { "version": "0.9.0" } } }'],
    ['missing', '{ "packages": {} }'],
    [
      'left over',
      '{ "packages": { "node_modules/one": { "version": "1.0.0" }, "node_modules/old": { "version": "1.0.0" } } }',
    ],
  ])('a package that is %s is a reason to install', async (_, installed) => {
    const checkout = freshCheckout({ hello });
    checkout.write('node_modules/.package-lock.json', installed);
    await checkout.run(['hello']);
    expect(checkout.npmCalls()).toHaveLength(1);
  });
});

describe('the end of a command', () => {
  test('its exit code is that of the entry', async () => {
    const checkout = freshCheckout({ 'fail-7': 'process.exit(7);' });
    expect((await checkout.run(['fail-7'])).code).toBe(7);
  });

  test('a command that was killed ends with 128 and the number of the signal', async () => {
    const checkout = freshCheckout({
      die: `process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1_000);`,
    });
    expect((await checkout.run(['die'])).code).toBe(137);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s is passed on, and the command stops in its own way',
    async (signal) => {
      const checkout = freshCheckout({
        serve: `
        process.on('${signal}', () => { console.log('flushed'); process.exit(0); });
        setInterval(() => {}, 1_000);
        console.log('ready');`,
      });
      const child = checkout.start(['serve']);
      const end = ended(child);
      await once(child.stdout ?? child, 'data');
      child.kill(signal);
      expect(await end).toMatchObject({ code: 0, stdout: 'ready\nflushed\n' });
    },
  );

  test('a name that is no command is answered with the list of commands', async () => {
    const checkout = freshCheckout({ hello });
    for (const name of ['nope', '../npm-cli', 'toString', '']) {
      const { code, stderr } = await checkout.run([name]);
      expect(code).toBe(2);
      expect(stderr).toContain('<gatehouse|hello>');
    }
    expect(checkout.npmCalls()).toEqual([]);
  });
});

describe('gatehouse', () => {
  const build = `
    import { mkdirSync, writeFileSync } from 'node:fs';
    import { resolve } from 'node:path';
    import { markBuilt, sourceFingerprint } from './run/freshness.mjs';
    const root: string = resolve(import.meta.dirname, '..');
    mkdirSync(root + '/out/main', { recursive: true });
    writeFileSync(root + '/out/main/headless.js', 'console.log(JSON.stringify(process.argv.slice(2)))');
    markBuilt(root, sourceFingerprint(root));
    console.log('built');`;

  test('is built first, with the words of the build on standard error', async () => {
    const checkout = freshCheckout({ build });
    checkout.write('src-main/engine.ts', 'export {};');
    const { stdout, stderr } = await checkout.run(['gatehouse', 'simulate', '--json']);
    expect(stdout).toBe('["simulate","--json"]\n');
    expect(stderr).toContain('built');
  });

  test('is built again only when a source has changed', async () => {
    const checkout = freshCheckout({ build });
    checkout.write('src-main/engine.ts', 'export {};');
    await checkout.run(['gatehouse']);
    expect((await checkout.run(['gatehouse'])).stderr).toBe('');
    checkout.write('src-main/engine.ts', 'export const more = 1;');
    expect((await checkout.run(['gatehouse'])).stderr).toBe('built\n');
    checkout.write('src-shared/time/clock.ts', 'export {};');
    expect((await checkout.run(['gatehouse'])).stderr).toBe('built\n');
  });

  test('does not start when the build fails', async () => {
    const checkout = freshCheckout({ build: 'process.exit(3);' });
    expect(await checkout.run(['gatehouse'])).toMatchObject({ code: 3, stdout: '' });
  });
});
