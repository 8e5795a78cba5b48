import { effectiveRevision, type PlanText, type PlatformAgreement } from '#shared/consents/index.ts';

/** The texts of a plan as they are now: a revision may take effect while a load goes on. */
export interface LoadTexts {
  /** The text with that number; null: there is none any more that could be consented to. */
  of(index: number): Promise<PlanText | null>;
  /**
   * The platform refused a text as unknown: it is looked up anew, once for all rows that were sent with it. Gives
   * another one that is to be sent instead; null: there is none.
   */
  gone(index: number, refused: PlanText): Promise<PlanText | null>;
}

/** Makes the texts of a load; `read` asks the target for all agreements. */
export function createLoadTexts(
  planned: readonly PlanText[],
  read: () => Promise<readonly PlatformAgreement[]>,
  nowMillis: () => number,
): LoadTexts {
  /** By number and refused revision: the result of the look-up. */
  const lookedUpAgain = new Map<string, Promise<PlanText | null>>();
  /** Revisions that the platform does not take, whatever this clock says. */
  const refusedRevisions = new Set<string>();
  let known: Promise<{
    readonly agreements: readonly PlatformAgreement[];
    readonly staleAtMillis: number;
  }> | null = null;

  async function readAll() {
    const agreements = await read();
    return { agreements, staleAtMillis: nextChange(agreements, nowMillis()) };
  }

  async function agreementsNow(): Promise<readonly PlatformAgreement[]> {
    for (;;) {
      known ??= readAll();
      const reading = known;
      try {
        const found = await reading;
        if (nowMillis() < found.staleAtMillis) return found.agreements;
      } catch (error) {
        if (known === reading) known = null;
        throw error;
      }
      if (known === reading) known = null;
    }
  }

  async function of(index: number): Promise<PlanText | null> {
    const text = planned[index];
    if (text === undefined) return null;
    const agreements = await agreementsNow();
    const language = agreements
      .find(({ id }) => id === text.agreementId)
      ?.languages.find(({ id }) => id === text.languageId);
    if (language === undefined) return null;
    const revision = effectiveRevision(language, nowMillis()).revision?.id ?? null;
    // Clocks differ: of two that say otherwise, that of the platform holds.
    const { currentRevisionId } = language;
    const isRefused = revision !== null && refusedRevisions.has(revision);
    const revisionId = isRefused && currentRevisionId !== null ? currentRevisionId : revision;
    return revisionId === null ? null : { ...text, revisionId };
  }

  async function lookUp(index: number, revisionId: string): Promise<PlanText | null> {
    known = null;
    refusedRevisions.add(revisionId);
    const found = await of(index);
    return found?.revisionId === revisionId ? null : found;
  }

  return {
    of,
    async gone(index, { revisionId }) {
      const now = await of(index);
      if (now === null || now.revisionId !== revisionId) return now;
      const key = `${index} ${revisionId}`;
      let again = lookedUpAgain.get(key);
      if (again === undefined) {
        again = lookUp(index, revisionId);
        lookedUpAgain.set(key, again);
      }
      return again;
    },
  };
}

/** When the next revision takes effect. */
function nextChange(agreements: readonly PlatformAgreement[], nowMillis: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { languages } of agreements)
    for (const { revisions } of languages)
      for (const { effectiveAtMillis } of revisions)
        if (effectiveAtMillis > nowMillis && effectiveAtMillis < next) next = effectiveAtMillis;
  return next;
}
