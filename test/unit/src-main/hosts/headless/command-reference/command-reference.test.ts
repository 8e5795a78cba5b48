import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { createProgram } from '#main/hosts/headless/cli.ts';
import {
  bashCompletion,
  type CommandReference,
  commandsWithExitCodes,
  exitCodesLine,
  fishCompletion,
  gatehouseReference,
  leavesOf,
  manualPage,
  referencePage,
  zshCompletion,
} from '#main/hosts/headless/command-reference/index.ts';
import { hasTool, plainWords } from '#test/support/tools.ts';

const reference = gatehouseReference();
const leaves = leavesOf(reference);

function commandAt(...path: readonly string[]): CommandReference {
  const found = leaves.find((leaf) => leaf.path.join(' ') === ['gatehouse', ...path].join(' '));
  if (found === undefined) throw new Error(`There is no command ${path.join(' ')}.`);
  return found;
}

describe('the description of the command line', () => {
  test('holds each command with what it takes, in the order of the help', () => {
    const { arguments: given, options } = commandAt('import', 'plan');
    expect(given).toEqual([{ usage: '<file>', description: 'CSV, TSV or XLSX file' }]);
    expect(options.map(({ name, value }) => [name, value])).toEqual([
      ['--job', 'file'],
      ['--target', 'text'],
      ['--dates', 'text'],
      ['--zone', 'text'],
      ['--workspace', 'folder'],
      ['--state-dir', 'folder'],
      ['--restricted', 'none'],
      ['--json', 'none'],
    ]);
  });

  test('names a default only where something other than off holds', () => {
    const defaults = commandAt('serve').options.map(({ name, standard }) => [name, standard]);
    expect(Object.fromEntries(defaults)).toMatchObject({ '--port': '9030', '--json': null, '--no-ui': null });
  });

  test('describes every command and every option', () => {
    for (const { path, description, options } of leaves)
      for (const [what, text] of [['', description], ...options.map((one) => [one.name, one.description])])
        expect([path, what, text]).toEqual([path, what, expect.stringMatching(/\S{3}/)]);
  });

  test('gives the exit codes of a command of the first level to all below it', () => {
    expect(commandAt('import', 'run').exitCodes.map(({ code }) => code)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(commandAt('serve').exitCodes.map(({ code }) => code)).toEqual([0, 1, 2]);
    const names = new Set(reference.commands.map(({ path }) => path[1]));
    expect(commandsWithExitCodes.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('the help', () => {
  test.each([
    [['--help'], ''],
    [['import', 'run', '--help'], 'import'],
    [['lint', '--help'], 'lint'],
  ])('%j ends with the exit codes', async (args, command) => {
    let printed = '';
    const terminal = { out: (text: string) => void (printed += text), err: () => {} };
    const program = createProgram([], '1', terminal, async () => {});
    for (const { path, commands } of reference.commands) {
      const inner = program.command(path[1] ?? '');
      for (const { path: below } of commands) inner.command(below[2] ?? '');
    }
    await program.parseAsync(args, { from: 'user' }).catch(() => {});
    expect(printed.trimEnd().endsWith(exitCodesLine(command))).toBe(true);
  });
});

describe('the manual page', () => {
  const page = manualPage(reference, { version: '1.2.3', day: '1970-01-02' });

  test('names the version and the day, and every command', () => {
    expect(page).toMatch(/^\.TH GATEHOUSE 1 1970-01-02 "Gatehouse 1\.2\.3"/);
    for (const { path } of leaves) expect(page).toContain(`.SS "${path.join(' ').replaceAll('-', '\\-')}`);
  });

  test('holds plain ASCII, and no text that begins like a request', () => {
    expect(page).toMatch(/^[\n -~]*$/);
    const requests = new Set(page.split('\n').flatMap((line) => /^[.'](\S*)/.exec(line)?.[1] ?? []));
    expect([...requests].toSorted()).toEqual(['B', 'BR', 'I', 'SH', 'SS', 'TH', 'TP']);
  });

  test('is set without a warning', ({ skip }) => {
    skip(!hasTool('groff'), 'groff is not installed');
    const { stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww'], {
      input: page,
      encoding: 'utf8',
      env: plainWords(),
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('1.2.3');
  });
});

describe('completion', () => {
  /** Lists the completions that bash offers for the last of the words. */
  function offered(...words: readonly string[]): readonly string[] {
    const script = `${bashCompletion(reference)}
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _gatehouse; printf '%s\\n' "\${COMPREPLY[@]}"`;
    // Where its input is a socket, as it is from Node, bash reads the start file of whoever runs this.
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script, 'bash', ...words], {
      encoding: 'utf8',
      cwd: '/',
      env: plainWords(),
    });
    expect(stderr).toBe('');
    return stdout.split('\n').filter((word) => word !== '');
  }

  test('of bash follows the command that was begun', ({ skip }) => {
    skip(!hasTool('bash'), 'bash is not installed');
    expect(offered('gatehouse', 'se')).toEqual(['serve', 'setting', 'secret']);
    expect(offered('gatehouse', 'import', '')).toEqual(['plan', 'run', 'resume', 'status', 'undo', '--help']);
    expect(offered('gatehouse', 'import', 'plan', '--z')).toEqual(['--zone']);
    expect(offered('gatehouse', 'serve', '--json', '--any')).toEqual(['--any-ports']);
  });

  test('of bash offers folders where a folder is wanted, and nothing for free text', ({ skip }) => {
    skip(!hasTool('bash'), 'bash is not installed');
    expect(offered('gatehouse', 'serve', '--workspace', '/us')).toEqual(['/usr']);
    expect(offered('gatehouse', 'serve', '--port', '')).toEqual([]);
  });

  test('of zsh and fish names every command and every option', () => {
    const [zsh, fish] = [zshCompletion(reference), fishCompletion(reference)];
    for (const { path, options } of leaves) {
      expect(fish).toContain(` -a ${path.at(-1)} -d `);
      expect(zsh).toContain(`'${path.at(-1)}:`);
      for (const { name } of options) {
        expect(zsh).toContain(`'${name}:`);
        expect(fish).toContain(` -l ${name.slice(2)} `);
      }
    }
  });

  test('of zsh and fish holds each description as one quoted text', () => {
    for (const script of [zshCompletion(reference), fishCompletion(reference)])
      for (const line of script.split('\n').filter((one) => /complete -c|entries=/.test(one)))
        expect([line, line.replaceAll("\\'", '').split("'").length % 2]).toEqual([line, 1]);
  });
});

test('the page has a section for each command, and shows a bar in a text as one', () => {
  const page = referencePage(reference, 'made');
  for (const { path } of leaves) expect(page).toContain(`${path.join(' ')}\n`);
  const first = leaves[0];
  if (first === undefined) throw new Error('There is no command.');
  const odd = {
    ...reference,
    commands: [
      { ...first, description: 'x', options: [], arguments: [{ usage: '<a>', description: 'b|c' }] },
    ],
  };
  expect(referencePage(odd, '')).toContain('| `<a>` | b\\|c |');
});
