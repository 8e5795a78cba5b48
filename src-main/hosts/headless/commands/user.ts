import { groupCommand } from '../command-group.ts';

/** `gatehouse user`: exit code 0 done, 1 failed, 2 wrong command line. */
export const userCommand = groupCommand({
  name: 'user',
  description: 'Show and unlock the users of a workspace',
  actions: [
    {
      name: 'list',
      description: 'List the users with their files, and which are locked',
      async act(client) {
        const accounts = await client.accounts.list();
        const listed = await client.identity.registrations({ kind: 'user' });
        const users = listed.map((user) => ({
          ...user,
          lockedUntilMillis: accounts.find(({ username }) => username === user.id)?.lockedUntilMillis ?? null,
        }));
        const words = users.map(({ id, file, lockedUntilMillis }) =>
          [id, file, lockedUntilMillis === null ? '' : 'locked'].join('\t').trimEnd(),
        );
        return { result: { users }, words };
      },
    },
    {
      name: 'unlock',
      description: 'Reset the failed sign-in attempts of a user',
      argument: ['<username>', 'user name'],
      async act(client, username = '') {
        const result = await client.accounts.unlock({ username });
        return {
          result,
          words: [result.unlocked ? `${username} is unlocked.` : `${username} was not locked.`],
        };
      },
    },
  ],
});
