import type { Player } from '#main/services/flow-player/index.ts';

/** Shorter texts may occur anywhere by chance. */
const minCharacters = 8;

/** All secrets of a play with their names: of clients and users, and issued or made ones. */
export function secretsOf(player: Player): readonly (readonly [name: string, value: string])[] {
  const own = player.target.clients.flatMap(({ clientId, secret }) =>
    secret === null ? [] : [[`secret of ${clientId}`, secret] as const],
  );
  const passwords = player.target.usernames.map(
    (name) => [`password of ${name}`, player.target.password(name) ?? ''] as const,
  );
  const values = [...player.values].flatMap(([name, { value, secret }]) =>
    secret ? [[name, value] as const] : [],
  );
  return [...own, ...passwords, ...values];
}

/** Names of the secrets of a play that occur in the lines of the server's log. */
export function findLeaks(player: Player, logged: readonly string[]): readonly string[] {
  const log = logged.join('\n');
  return secretsOf(player)
    .filter(([, value]) => value.length >= minCharacters && log.includes(value))
    .map(([name]) => `${name} in the log`);
}
