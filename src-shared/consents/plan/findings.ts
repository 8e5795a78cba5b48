import type { Problem } from '../../errors/index.ts';
import type { ImportMatches } from '../matches.ts';
import { adviseDays, effectiveRevision } from '../revision.ts';
import type { Decided } from './tally.ts';

/** The findings of a plan on agreements, languages and texts; users are counted where they are looked up. */
export type Findings = Pick<ImportMatches, 'agreements' | 'languages' | 'texts' | 'reconsent' | 'warnings'>;

/** Says what was found at the target for the rows of a plan, and what a person ought to know before it is loaded. */
export function findingsOf(decided: Decided, nowMillis: number): Findings {
  const { targets, rowsOfTexts, expiry } = decided;
  return {
    agreements: [...targets.agreementMatches()],
    languages: [...targets.languageMatches()],
    texts: targets.texts
      .map((text, index) => ({
        agreementId: text.agreementId,
        agreement: text.agreement.name,
        languageId: text.languageId,
        locale: text.language.locale,
        revisionId: text.revisionId,
        effectiveAtMillis: text.effectiveAtMillis,
        isMismatch: effectiveRevision(text.language, nowMillis).isMismatch,
        nextReconsentAtMillis: text.nextReconsentAtMillis,
        rows: rowsOfTexts[index] ?? 0,
      }))
      .filter(({ rows }) => rows > 0),
    reconsent: [...expiry]
      .filter(([, { expired }]) => expired > 0)
      .map(([agreement, { expired, oldestMillis }]) => ({
        agreementId: agreement.id,
        agreement: agreement.name,
        days: agreement.reconsentPeriodDays,
        expired,
        adviseDays: adviseDays(oldestMillis, nowMillis),
      })),
    warnings: warningsOf(decided, nowMillis),
  };
}

function warningsOf({ targets, rowsOfTexts }: Decided, nowMillis: number): Problem[] {
  return targets.texts.flatMap(({ agreement, language, revisionId, nextReconsentAtMillis }, index) => {
    const rows = rowsOfTexts[index] ?? 0;
    if (rows === 0) return [];
    const name = `“${agreement.name}” in ${language.locale}`;
    const warnings: Problem[] = [];
    if (effectiveRevision(language, nowMillis).isMismatch)
      warnings.push({
        code: 'import.revision-mismatch',
        severity: 'warning',
        message: `The current revision of ${name} is not the one that became effective last.`,
        cause: `Current: ${language.currentRevisionId}. Last effective: ${revisionId}.`,
        fix: `Check the revisions of ${name} in the platform. ${rows} rows consent to ${revisionId}.`,
      });
    if (nextReconsentAtMillis !== null)
      warnings.push({
        code: 'import.reconsent-scheduled',
        severity: 'warning',
        message: `A revision of ${name} requires renewed consent from all users starting ${new Date(nextReconsentAtMillis).toISOString()}.`,
        cause: `${rows} rows consent to the revision before it.`,
        fix: 'Before that date, load only the consents you need until then.',
      });
    return warnings;
  });
}
