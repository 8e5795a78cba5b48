import type { Installation } from '#main/hosts/installation.ts';
import type { CliCommand, Terminal } from '../cli.ts';
import { groupCommand } from '../command-group.ts';

/** `gatehouse client`: exit code 0 done, 1 failed, 2 the command line is wrong. */
export function clientCommand(installation: Installation, terminal: Terminal): CliCommand {
  return groupCommand(
    {
      name: 'client',
      description: 'The clients of a workspace',
      actions: [
        {
          name: 'list',
          description: 'Every client with its file, and how many findings the lint has',
          async act(client) {
            const clients = await client.identity.registrations({ kind: 'client' });
            const words = clients.map(({ id, file, findings, document }) =>
              [id, file, document === null ? 'cannot be read' : `${findings.length} findings`].join('\t'),
            );
            return { result: { clients }, words };
          },
        },
        {
          name: 'show',
          description: 'One client: its registration without the secret, and what is doubtful about it',
          argument: ['<client_id>', 'its identifier'],
          async act(client, id = '') {
            const found = await client.identity.registration({ kind: 'client', id });
            const findings = found.findings.map(
              ({ severity, title, clause, places, fix }) =>
                `${severity}: ${title} (${clause}) at ${places.join(' ')}\n  Fix: ${fix}`,
            );
            return {
              result: { client: found },
              words: [JSON.stringify(found.document, null, 2), ...findings],
            };
          },
        },
      ],
    },
    installation,
    terminal,
  );
}
