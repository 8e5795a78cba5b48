import type { LiveTokenParent, RevocationTarget } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { groupCommand } from '../command-group.ts';
import { type Options, textOf } from '../command-options.ts';
import { counted } from '../counted.ts';
import { getToken } from './token-get.ts';

const ownerOptions = [
  ['--user <name>', 'of this user'],
  ['--client <client_id>', 'of this client; with --user: for that user'],
  ['--grant <id>', 'of this grant'],
] as const;

/** The place in the tree whose rows are listed. */
function placeOf(options: Options): LiveTokenParent {
  const [user, clientId, familyId] = ['user', 'client', 'grant'].map((name) => textOf(options, name));
  if (familyId !== undefined) return { kind: 'family', familyId };
  if (clientId !== undefined) return { kind: 'client', holder: user ?? null, clientId };
  return user === undefined ? null : { kind: 'holder', holder: user };
}

/** @throws cli.usage if nothing says what is to be revoked */
function targetOf(options: Options): RevocationTarget {
  const [user, clientId, familyId, tokenId] = ['user', 'client', 'grant', 'token'].map((name) =>
    textOf(options, name),
  );
  if (tokenId !== undefined) return { kind: 'token', tokenId };
  if (familyId !== undefined) return { kind: 'family', familyId };
  if (clientId !== undefined)
    return { kind: 'client', clientId, ...(user === undefined ? {} : { holder: user }) };
  if (user !== undefined) return { kind: 'holder', holder: user };
  throw new GatehouseError('cli.usage', 'The tokens to revoke are not set.', {
    fix: 'Add --user, --client, --grant or --token, with the ids that gatehouse token list prints.',
  });
}

/** `gatehouse token`: exit code 0 done, 1 failed, 2 wrong command line. */
export const tokenCommand = groupCommand({
  name: 'token',
  description: 'Get, list and revoke tokens',
  actions: [
    getToken,
    {
      name: 'list',
      description:
        'List users, the clients of a user, the grants of a client or the tokens of a grant, newest first',
      options: ownerOptions,
      async act(client, _argument, options) {
        const result = await client.liveTokens.rows({ parent: placeOf(options), limit: 500 });
        const words = result.items.map(({ kind, id, state, live, tokens }) =>
          [kind, id === '' ? '-' : id, state, `${live} of ${tokens} active`].join('\t'),
        );
        return { result, words };
      },
    },
    {
      name: 'revoke',
      description: 'Revoke a token, a grant, or all tokens of a user or client',
      options: [
        ...ownerOptions,
        ['--token <id>', 'one token by its SHA-256 hash, as in list'],
        ['--reason <text>', 'reason for the audit event'],
      ],
      async act(client, _argument, options) {
        const reason = textOf(options, 'reason') ?? '';
        const result = await client.liveTokens.revoke({ target: targetOf(options), reason });
        return {
          result,
          words: [`Revoked: ${counted(result.tokens, 'token')}, ${counted(result.grants, 'grant')}.`],
        };
      },
    },
  ],
});
