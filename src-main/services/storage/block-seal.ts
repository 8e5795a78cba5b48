import { openOrNull, type Sealer } from '#main/platform/seal.ts';
import { type BlockHead, blockChecksum, blockHeadText } from './checksum.ts';

/** How the parts of a block are sealed; `former` is what earlier versions did, for any place. */
export const blockForms = { former: 1, bound: 2 } as const;

type Part = 'summaries' | 'contents';

/** The place of a part of a block, with the clear-text facts of the block: it is authenticated with it. */
export function blockPlace(part: Part, head: BlockHead): string {
  return `${part} ${blockForms.bound} ${blockHeadText(head)}`;
}

/** The bytes behind a part of a block; null where the key at hand does not open it. */
export function openPart(
  sealer: Sealer,
  part: Part,
  { form, ...head }: BlockHead & { readonly form: number },
  sealed: Uint8Array,
): Buffer | null {
  return openOrNull(() =>
    form === blockForms.bound ? sealer.open(sealed, blockPlace(part, head)) : sealer.openFormer(sealed),
  );
}

/** The parts of a block in clear. */
export interface PlainParts {
  readonly summaries: Uint8Array;
  readonly contents: Uint8Array;
}

/** The parts of a block, each sealed for its place, with the checksum of it all. */
export function sealParts(sealer: Sealer, head: BlockHead, plain: PlainParts) {
  const summaries = sealer.seal(plain.summaries, blockPlace('summaries', head));
  const contents = sealer.seal(plain.contents, blockPlace('contents', head));
  const sizeBytes = summaries.length + contents.length;
  return { summaries, contents, sizeBytes, checksum: blockChecksum(head, summaries, contents) };
}

/** Both parts of a block in clear; null where the key at hand does not open one of them. */
export function openParts(
  sealer: Sealer,
  head: BlockHead & { readonly form: number },
  row: Readonly<Record<Part, unknown>>,
): PlainParts | null {
  const { summaries, contents } = row;
  if (!(summaries instanceof Uint8Array && contents instanceof Uint8Array)) return null;
  const first = openPart(sealer, 'summaries', head, summaries);
  const second = first === null ? null : openPart(sealer, 'contents', head, contents);
  return first === null || second === null ? null : { summaries: first, contents: second };
}
