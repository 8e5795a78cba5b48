import type { MappingEntries, WriteStep } from '../configuration/operations.ts';

/** Takes every member by its own name. */
export const identityKey = '/*';

/** Names of the attributes of a mapping, at any depth; `/*` means all writable ones. */
function namesIn(mapping: MappingEntries): readonly string[] {
  return Object.entries(mapping).flatMap(([key, value]) =>
    typeof value === 'string' ? [key] : namesIn(value),
  );
}

/** The attributes that the requests of an operation write. */
interface Writing {
  readonly requestMapping?: MappingEntries | null | undefined;
  readonly additionalStep: readonly Pick<WriteStep, 'requestMapping'>[];
}

/** Attributes that a request of an operation takes; null: all that may be written. */
export function writtenNames({ requestMapping, additionalStep }: Writing): ReadonlySet<string> | null {
  const names = new Set(
    [requestMapping, ...additionalStep.map((step) => step.requestMapping)].flatMap((mapping) =>
      namesIn(mapping ?? {}),
    ),
  );
  return names.has(identityKey) ? null : names;
}
