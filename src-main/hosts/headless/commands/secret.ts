import type { Command } from 'commander';
import type { Installation } from '#main/hosts/installation.ts';
import type { Secret } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { secretUseIn } from '../allowed-secrets.ts';
import { type CliCommand, exitCodes, type Terminal } from '../cli.ts';
import { type LocationOptions, withLocation } from '../location-options.ts';
import { readStandardInput } from '../standard-input.ts';
import { withEngine } from '../with-engine.ts';

interface SecretOptions extends LocationOptions {
  readonly json: boolean;
}

const useArgument = [
  '<connector=name>',
  'connector (or path of another file) and name of the secret, for example hr=client.portal-web',
] as const;

/** `gatehouse secret`: exit code 0 done, 1 failed, 2 wrong command line. */
export function secretCommand(installation: Installation, terminal: Terminal): CliCommand {
  return {
    register(program, run) {
      const secret = program.command('secret').description('Manage the stored secrets of a workspace');
      const act = (name: string, description: string): Command =>
        withLocation(secret.command(name).description(description));
      act('list', 'List the names of stored and missing secrets, with their owners and users').action(
        (options: SecretOptions) => run(options, () => list(options, installation, terminal)),
      );
      act('set', 'Store a secret from standard input; a trailing line break is removed')
        .argument('<name>', 'name of the secret in files')
        .action((name: string, options: SecretOptions) =>
          run(options, () => set(name, options, installation, terminal)),
        );
      act('allow', 'Allow a connector to use the stored secret of another')
        .argument(...useArgument)
        .action((use: string, options: SecretOptions) =>
          run(options, () => answer('allow', use, options, installation, terminal)),
        );
      act('refuse', 'Revoke a connector’s use of the stored secret of another')
        .argument(...useArgument)
        .action((use: string, options: SecretOptions) =>
          run(options, () => answer('refuse', use, options, installation, terminal)),
        );
    },
  };
}

async function list(options: SecretOptions, installation: Installation, terminal: Terminal): Promise<number> {
  const secrets = await withEngine(options, installation, terminal, (client) => client.secrets.list());
  if (options.json) terminal.out(`${JSON.stringify({ ok: true, secrets })}\n`);
  else for (const secret of secrets) terminal.out(`${lineOf(secret)}\n`);
  return exitCodes.ok;
}

/** Name, state, whose it is, who else uses it, and where it is named, between tabs. */
function lineOf({ name, isStored, usedBy, owners, others }: Secret): string {
  const whose = owners.length === 0 ? [] : [`of ${owners.join(', ')}`];
  const uses = others.map(({ file, standing }) => `${standingWords[standing]} ${file}`);
  return [name, isStored ? 'stored' : 'missing', ...whose, ...uses, ...usedBy].join('\t');
}

const standingWords: Readonly<Record<Secret['others'][number]['standing'], string>> = {
  allowed: 'allowed to',
  refused: 'denied for',
  waiting: 'awaiting a decision for',
  foreign: 'not allowed to',
};

async function set(
  name: string,
  options: SecretOptions,
  installation: Installation,
  terminal: Terminal,
): Promise<number> {
  const value = (await readStandardInput()).replace(/\r?\n$/, '');
  if (value === '')
    throw new GatehouseError('cli.usage', 'Standard input contains no secret.', {
      fix: `Write the secret to standard input, for example: gatehouse secret set ${name} < file`,
    });
  const { owners } = await withEngine(options, installation, terminal, (client) =>
    client.secrets.set({ name, value }),
  );
  const whose = owners.length === 0 ? 'no file names it yet' : `it belongs to ${owners.join(', ')}`;
  if (options.json) terminal.out(`${JSON.stringify({ ok: true, name, owners })}\n`);
  else terminal.out(`${name} is stored; ${whose}.\n`);
  return exitCodes.ok;
}

async function answer(
  what: 'allow' | 'refuse',
  text: string,
  options: SecretOptions,
  installation: Installation,
  terminal: Terminal,
): Promise<number> {
  const use = secretUseIn(text);
  await withEngine(options, installation, terminal, (client) => client.secrets[what]({ uses: [use] }));
  if (options.json) terminal.out(`${JSON.stringify({ ok: true, ...use })}\n`);
  else terminal.out(`${use.file} ${what === 'allow' ? 'may' : 'may not'} use ${use.name}.\n`);
  return exitCodes.ok;
}
