import type { Installation } from '#main/hosts/installation.ts';
import type { CliCommand, Terminal } from '../cli.ts';
import { type CommandResult, groupCommand } from '../command-group.ts';
import type { ApiClient } from '../control-client.ts';

/** `gatehouse environment`: exit code 0 done, 1 failed, 2 the command line is wrong. */
export function environmentCommand(installation: Installation, terminal: Terminal): CliCommand {
  return groupCommand(
    {
      name: 'environment',
      description: 'Which environment of a workspace is in force',
      isLocal: true,
      actions: [
        {
          name: 'list',
          description: 'The environments of the workspace; a star stands at the one in force',
          async act(client) {
            const { environment, environments } = await client.workspace.info();
            const words = environments.map(
              ({ name, title, isActive }) => `${isActive ? '*' : ' '} ${name}\t${title}`,
            );
            return { result: { environment, environments }, words };
          },
        },
        {
          name: 'use',
          argument: ['<name>', 'its name: that of its file without .json'],
          description: 'Put an environment in force, also for later starts',
          act: (client, name = '') => use(client, name),
        },
        {
          name: 'none',
          description: 'Put no environment in force: the files are as they are',
          act: (client) => use(client, null),
        },
      ],
    },
    installation,
    terminal,
  );
}

async function use(client: ApiClient, name: string | null): Promise<CommandResult> {
  const { environment } = await client.workspace.setEnvironment({ name });
  const words = environment === null ? 'No environment is in force.' : `${environment} is in force.`;
  return { result: { environment }, words: [words] };
}
