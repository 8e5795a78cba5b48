import { type Player, secretsOf } from '#main/services/flow-player/index.ts';

/** Shorter texts may occur anywhere by chance. */
const minCharacters = 8;

/** Names of the secrets of a play that occur in the lines of the server's log. */
export function findLeaks(player: Player, logged: readonly string[]): readonly string[] {
  const log = logged.join('\n');
  return secretsOf(player)
    .filter(([, value]) => value.length >= minCharacters && log.includes(value))
    .map(([name]) => `${name} in the log`);
}
