import { openOrNull, type Sealer } from '#main/platform/seal.ts';

/** How the value of a record is kept; `former` is what earlier versions sealed, for any place. */
export const sealForms = { plain: 0, former: 1, bound: 2 } as const;

/** The place of a sealed record, which is authenticated with it. */
export function recordPlace(kind: string, id: string): string {
  return `record ${sealForms.bound} ${kind.length}:${kind}${id}`;
}

/** The bytes behind the value of a record; null where the key at hand does not open them. */
export function openRecord(
  sealer: Sealer,
  kind: string,
  { id, sealed, value }: { readonly id: string; readonly sealed: number; readonly value: Uint8Array },
): Buffer | null {
  if (sealed === sealForms.plain) return Buffer.from(value.buffer, value.byteOffset, value.length);
  return openOrNull(() =>
    sealed === sealForms.bound ? sealer.open(value, recordPlace(kind, id)) : sealer.openFormer(value),
  );
}
