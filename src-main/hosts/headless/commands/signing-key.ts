import { GatehouseError } from '#shared/errors/index.ts';
import { signingAlgorithms } from '#shared/workspace/index.ts';
import { groupCommand } from '../command-group.ts';

/** `gatehouse signing-key`: exit code 0 done, 1 failed, 2 wrong command line. */
export const signingKeyCommand = groupCommand({
  name: 'signing-key',
  description: 'Manage the signing keys of the authorization server',
  actions: [
    {
      name: 'list',
      description: 'List the keys, newest first',
      async act(client) {
        const keys = await client.signingKeys.list();
        return {
          result: { keys },
          words: keys.map(({ kid, algorithm, state }) => [kid, algorithm, state].join('\t')),
        };
      },
    },
    {
      name: 'rotate',
      description: 'Replace the signing key; the old key stays published for the overlap',
      argument: ['<algorithm>', signingAlgorithms.join(', ')],
      async act(client, given) {
        const algorithm = signingAlgorithms.find((name) => name === given);
        if (algorithm === undefined)
          throw new GatehouseError('cli.usage', `The authorization server does not support ${given} keys.`, {
            fix: `Use one of ${signingAlgorithms.join(', ')}.`,
          });
        const key = await client.signingKeys.rotate({ algorithm });
        return { result: { key }, words: [`${key.kid} now signs with ${algorithm}.`] };
      },
    },
  ],
});
