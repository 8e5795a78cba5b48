import type { PlatformLanguage, PlatformRevision } from './types.ts';

/** The revision that users can consent to in a language, at a given time. */
export interface EffectiveRevision {
  /** The most recent that has become effective; null: none has. Spec 3 §2 */
  readonly revision: PlatformRevision | null;
  /** The platform names another one as current. */
  readonly isMismatch: boolean;
  /** The next revision that asks users to consent again. */
  readonly nextReconsentAtMillis: number | null;
}

/** Finds the most recent effective revision of a language, and holds it against what the platform says. */
export function effectiveRevision(language: PlatformLanguage, nowMillis: number): EffectiveRevision {
  let revision: PlatformRevision | null = null;
  let next: number | null = null;
  for (const each of language.revisions) {
    const { effectiveAtMillis, requireReconsent } = each;
    if (effectiveAtMillis <= nowMillis) {
      if (revision === null || effectiveAtMillis > revision.effectiveAtMillis) revision = each;
    } else if (requireReconsent && (next === null || effectiveAtMillis < next)) next = effectiveAtMillis;
  }
  return {
    revision,
    isMismatch: language.currentRevisionId !== null && language.currentRevisionId !== revision?.id,
    nextReconsentAtMillis: next,
  };
}

const millisPerDay = 86_400_000;

/** Whole days of a period in which a consent of the oldest time has not expired yet, with a day to spare. */
export function adviseDays(oldestMillis: number, nowMillis: number): number {
  return Math.max(1, Math.floor((nowMillis - oldestMillis) / millisPerDay) + 2);
}
