import type { Installation } from '#main/hosts/installation.ts';
import type { CliCommand, Terminal } from '../cli.ts';
import { groupCommand } from '../command-group.ts';

/** `gatehouse key`: exit code 0 done, 1 failed, 2 the command line is wrong. */
export function keyCommand(installation: Installation, terminal: Terminal): CliCommand {
  return groupCommand(
    {
      name: 'key',
      description: 'The key that seals the state of a workspace',
      isLocal: true,
      actions: [
        {
          name: 'rotate',
          description: 'Seal everything anew under another key; the former one opens nothing from then on',
          async act(client) {
            const result = await client.sealing.rotate();
            return { result, words: [`${result.sealedAnew} values are sealed under the new key.`] };
          },
        },
        {
          name: 'forget',
          description: 'Drop what was sealed under a key that is lost',
          async act(client) {
            const result = await client.sealing.forget();
            return { result, words: [`${result.forgotten} values are dropped.`] };
          },
        },
      ],
    },
    installation,
    terminal,
  );
}
