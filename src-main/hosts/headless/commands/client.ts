import { groupCommand } from '../command-group.ts';

/** `gatehouse client`: exit code 0 done, 1 failed, 2 wrong command line. */
export const clientCommand = groupCommand({
  name: 'client',
  description: 'Show the clients of a workspace',
  actions: [
    {
      name: 'list',
      description: 'List the clients with their files and numbers of lint findings',
      async act(client) {
        const clients = await client.identity.registrations({ kind: 'client' });
        const words = clients.map(({ id, file, findings, document }) =>
          [id, file, document === null ? 'not readable' : `${findings.length} findings`].join('\t'),
        );
        return { result: { clients }, words };
      },
    },
    {
      name: 'show',
      description: 'Show the registration of a client, without the secret, and its lint findings',
      argument: ['<client_id>', 'client_id'],
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
});
