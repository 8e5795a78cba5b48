/** Marks that turn the direction of a text, hide in it, or end a line. Unicode 16, UAX #9 */
const unreadable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u;

/** A name as a person compares it: form, case, marks and spaces aside. */
function asSeen(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s._-]+/gu, '');
}

/** Why a client may not be called so; null: it may. RFC 7591 §5 */
export function nameFault(
  name: string,
  others: readonly { readonly clientId: string; readonly clientName: string }[],
): string | null {
  if (unreadable.test(name)) return 'client_name has invisible characters.';
  const seen = asSeen(name);
  if (seen === '') return 'client_name is blank.';
  const isTaken = others.some(
    ({ clientId, clientName }) => asSeen(clientName) === seen || asSeen(clientId) === seen,
  );
  return isTaken ? 'client_name is the name of another client.' : null;
}
