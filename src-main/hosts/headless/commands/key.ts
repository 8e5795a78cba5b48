import { groupCommand } from '../command-group.ts';
import { counted } from '../counted.ts';

/** `gatehouse key`: exit code 0 done, 1 failed, 2 wrong command line. */
export const keyCommand = groupCommand({
  name: 'key',
  description: 'Manage the key that encrypts the state of a workspace',
  isLocal: true,
  actions: [
    {
      name: 'rotate',
      description: 'Encrypt everything with a new key; the old key becomes useless',
      async act(client) {
        const result = await client.sealing.rotate();
        return { result, words: [`Encrypted with the new key: ${counted(result.sealedAnew, 'value')}.`] };
      },
    },
    {
      name: 'forget',
      description: 'Delete values that were encrypted with a lost key',
      async act(client) {
        const result = await client.sealing.forget();
        return { result, words: [`Deleted: ${counted(result.forgotten, 'value')}.`] };
      },
    },
  ],
});
