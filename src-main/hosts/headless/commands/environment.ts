import { type CommandResult, groupCommand } from '../command-group.ts';
import type { ApiClient } from '../control-client.ts';

/** `gatehouse environment`: exit code 0 done, 1 failed, 2 wrong command line. */
export const environmentCommand = groupCommand({
  name: 'environment',
  description: 'Show and select the environment of a workspace',
  isLocal: true,
  actions: [
    {
      name: 'list',
      description: 'List the environments of the workspace; a star marks the active one',
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
      argument: ['<name>', 'name of the environment: its file without .json'],
      description: 'Activate an environment, for later starts too',
      act: (client, name = '') => use(client, name),
    },
    {
      name: 'none',
      description: 'Deactivate the environment: use the files unchanged',
      act: (client) => use(client, null),
    },
  ],
});

async function use(client: ApiClient, name: string | null): Promise<CommandResult> {
  const { environment } = await client.workspace.setEnvironment({ name });
  const words = environment === null ? 'No environment is active.' : `${environment} is active.`;
  return { result: { environment }, words: [words] };
}
