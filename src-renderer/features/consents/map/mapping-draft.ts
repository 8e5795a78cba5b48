import type { Mapping, UserAttribute } from '#shared/consents/index.ts';

/** Where a value comes from, while it is chosen: a column, or one value for all rows. */
export type SourceDraft =
  | { readonly kind: 'column'; readonly column: string | null }
  | { readonly kind: 'constant'; readonly constant: string };

/** A mapping under edit: members without a choice are open. */
export interface MappingDraft {
  readonly user: {
    readonly column: string | null;
    readonly by: UserAttribute;
    readonly through: Mapping['user']['through'];
  };
  readonly agreement: SourceDraft & { readonly by: 'id' | 'name' };
  readonly language: SourceDraft & { readonly by: 'id' | 'locale' };
  readonly consentedAt: SourceDraft;
}

export const mappingTargets = ['user', 'agreement', 'language', 'consentedAt'] as const;
export type MappingTarget = (typeof mappingTargets)[number];

/** The constant for the time at which a row is sent. */
export const nowConstant = 'now';

type Given = { readonly column: string } | { readonly constant: string };

function sourceOf(given: Given | undefined): SourceDraft {
  if (given === undefined) return { kind: 'column', column: null };
  return 'column' in given
    ? { kind: 'column', column: given.column }
    : { kind: 'constant', constant: given.constant };
}

/** A draft of a mapping, as far as that is given. */
export function draftOf(given: Partial<Mapping>): MappingDraft {
  const { user, agreement, language, consentedAt } = given;
  return {
    user: { column: user?.column ?? null, by: user?.by ?? 'externalId', through: user?.through ?? null },
    agreement: {
      ...sourceOf(agreement),
      by: agreement !== undefined && 'by' in agreement ? agreement.by : 'name',
    },
    language: {
      ...sourceOf(language),
      by: language !== undefined && 'by' in language ? language.by : 'locale',
    },
    consentedAt: sourceOf(consentedAt),
  };
}

function isOpen(source: SourceDraft): boolean {
  return source.kind === 'column' ? source.column === null : source.constant.trim() === '';
}

/** Returns the targets of a draft that are still open. */
export function openTargets(draft: MappingDraft): readonly MappingTarget[] {
  return mappingTargets.filter((target) =>
    target === 'user' ? draft.user.column === null : isOpen(draft[target]),
  );
}

function chosenOf<T extends object>(
  source: SourceDraft,
  more: T,
): ({ column: string } & T) | { constant: string } {
  return source.kind === 'column'
    ? { column: source.column ?? '', ...more }
    : { constant: source.constant.trim() };
}

/** The mapping that a draft says; null while something is open. */
export function mappingOf(draft: MappingDraft): Mapping | null {
  const { user, agreement, language, consentedAt } = draft;
  if (openTargets(draft).length > 0 || user.column === null) return null;
  return {
    user: { column: user.column, by: user.by, through: user.through },
    agreement: chosenOf(agreement, { by: agreement.by }),
    language: chosenOf(language, { by: language.by }),
    consentedAt: chosenOf(consentedAt, {}),
  };
}

/** True if a mapping reads times from a column. */
export function readsDates(draft: MappingDraft): boolean {
  return draft.consentedAt.kind === 'column';
}

const separators = /[,;\t|]/;

function cellOf(text: string): string {
  const trimmed = text.trim();
  const isQuoted = trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"');
  return isQuoted ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed;
}

/**
 * The pairs of a file with two columns, the user of the file before that of the platform; lines without both are left
 * out, and of equal keys the last one counts.
 */
export function pairsOf(text: string): Readonly<Record<string, string>> {
  const pairs = new Map<string, string>();
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const at = line.search(separators);
    if (at < 0) continue;
    const key = cellOf(line.slice(0, at));
    const user = cellOf(line.slice(at + 1).split(separators, 1)[0] ?? '');
    if (key !== '' && user !== '') pairs.set(key, user);
  }
  return Object.fromEntries(pairs);
}
