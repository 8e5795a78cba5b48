import type { Installation } from '#main/hosts/installation.ts';
import { type CliCommand, exitCodes, type Terminal } from '../cli.ts';
import { type LocationOptions, stateDirOption, workspaceOption } from '../location-options.ts';
import { withEngine } from '../with-engine.ts';

interface EnvironmentOptions extends LocationOptions {
  readonly json: boolean;
}

/** `gatehouse environment`: exit code 0 done, 1 failed, 2 the command line is wrong. */
export function environmentCommand(installation: Installation, terminal: Terminal): CliCommand {
  return {
    register(program, run) {
      const environment = program
        .command('environment')
        .description('Which environment of a workspace is in force');
      environment
        .command('list')
        .description('The environments of the workspace; a star stands at the one in force')
        .option(...workspaceOption)
        .option(...stateDirOption)
        .option('--json', 'print one line of JSON', false)
        .action((options: EnvironmentOptions) => run(options, () => list(options, installation, terminal)));
      environment
        .command('use')
        .argument('<name>', 'its name: that of its file without .json')
        .description('Put an environment in force, also for later starts')
        .option(...workspaceOption)
        .option(...stateDirOption)
        .option('--json', 'print one line of JSON', false)
        .action((name: string, options: EnvironmentOptions) =>
          run(options, () => use(name, options, installation, terminal)),
        );
      environment
        .command('none')
        .description('Put no environment in force: the files are as they are')
        .option(...workspaceOption)
        .option(...stateDirOption)
        .option('--json', 'print one line of JSON', false)
        .action((options: EnvironmentOptions) =>
          run(options, () => use(null, options, installation, terminal)),
        );
    },
  };
}

async function list(
  options: EnvironmentOptions,
  installation: Installation,
  terminal: Terminal,
): Promise<number> {
  const { environment, environments } = await withEngine(options, installation, terminal, (client) =>
    client.workspace.info(),
  );
  if (options.json) terminal.out(`${JSON.stringify({ ok: true, environment, environments })}\n`);
  else
    for (const { name, title, isActive } of environments)
      terminal.out(`${isActive ? '*' : ' '} ${name}\t${title}\n`);
  return exitCodes.ok;
}

async function use(
  name: string | null,
  options: EnvironmentOptions,
  installation: Installation,
  terminal: Terminal,
): Promise<number> {
  const { environment } = await withEngine(options, installation, terminal, (client) =>
    client.workspace.setEnvironment({ name }),
  );
  if (options.json) terminal.out(`${JSON.stringify({ ok: true, environment })}\n`);
  else terminal.out(environment === null ? 'No environment is in force.\n' : `${environment} is in force.\n`);
  return exitCodes.ok;
}
