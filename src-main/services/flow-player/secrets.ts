import type { Player } from './player.ts';

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
