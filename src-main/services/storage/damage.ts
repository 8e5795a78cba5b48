/** A database that is not as SQLite, or this program, wrote it. */
export class StateDamage extends Error {}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes: readonly number[] = [11, 26];
/** SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_FORMAT: statements that are right do not fail so on a schema that is. */
const doubtfulCodes: readonly number[] = [1, 20, 24];

function primaryCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return Number(error.errcode) & 0xff;
}

/** Tests whether something failed because the database is damaged. */
export function isDamage(error: unknown): boolean {
  return error instanceof StateDamage || damageCodes.includes(primaryCode(error) ?? -1);
}

/** The same while a database that was there before is opened: our statements are right, so it is not. */
export function isDamageAtOpening(error: unknown): boolean {
  const outOfRange = error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
  return isDamage(error) || outOfRange || doubtfulCodes.includes(primaryCode(error) ?? -1);
}
