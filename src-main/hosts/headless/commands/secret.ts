import type { Installation } from '#main/hosts/installation.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type CliCommand, exitCodes, type Terminal } from '../cli.ts';
import { type PlaceOptions, stateDirOption, workspaceOption } from '../place-options.ts';
import { readStandardInput } from '../standard-input.ts';
import { withEngine } from '../with-engine.ts';

interface SecretOptions extends PlaceOptions {
  readonly json: boolean;
}

/** `gatehouse secret`: exit code 0 done, 1 failed, 2 the command line is wrong. */
export function secretCommand(installation: Installation, terminal: Terminal): CliCommand {
  return {
    register(program, run) {
      const secret = program.command('secret').description('The stored secrets of a workspace');
      secret
        .command('list')
        .description(
          'Names of the secrets that are stored, and of those that files name and nobody has stored',
        )
        .option(...workspaceOption)
        .option(...stateDirOption)
        .option('--json', 'print one line of JSON', false)
        .action((options: SecretOptions) => run(options, () => list(options, installation, terminal)));
      secret
        .command('set')
        .argument('<name>', 'what files name it by')
        .description('Store the secret that is read from standard input; one line end at its end is dropped')
        .option(...workspaceOption)
        .option(...stateDirOption)
        .option('--json', 'print one line of JSON', false)
        .action((name: string, options: SecretOptions) =>
          run(options, () => set(name, options, installation, terminal)),
        );
    },
  };
}

async function list(options: SecretOptions, installation: Installation, terminal: Terminal): Promise<number> {
  const secrets = await withEngine(options, installation, terminal, (client) => client.secrets.list());
  if (options.json) terminal.out(`${JSON.stringify({ ok: true, secrets })}\n`);
  else
    for (const { name, isStored, usedBy } of secrets)
      terminal.out(`${[name, isStored ? 'stored' : 'missing', ...usedBy].join('\t')}\n`);
  return exitCodes.ok;
}

async function set(
  name: string,
  options: SecretOptions,
  installation: Installation,
  terminal: Terminal,
): Promise<number> {
  const value = (await readStandardInput()).replace(/\r?\n$/, '');
  if (value === '')
    throw new GatehouseError('cli.usage', 'There was no secret on standard input.', {
      fix: `Write it there, for example: gatehouse secret set ${name} < file`,
    });
  await withEngine(options, installation, terminal, (client) => client.secrets.set({ name, value }));
  if (options.json) terminal.out(`${JSON.stringify({ ok: true, name })}\n`);
  else terminal.out(`${name} is stored.\n`);
  return exitCodes.ok;
}
