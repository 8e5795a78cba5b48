import type { Mapping, RowOutcome } from '../job.ts';
import { type LanguageMatch, lookUpLanguage, similarLanguages } from '../language.ts';
import { nearest } from '../mapping/edit-distance.ts';
import type { ImportMatches } from '../matches.ts';
import { effectiveRevision } from '../revision.ts';
import type { PlanText, PlatformAgreement, PlatformLanguage } from '../types.ts';

type Match = ImportMatches['agreements'][number];

/** The target of a row's text: something that can be consented to, or the reason why not. */
export type Target =
  | {
      readonly outcome: 'ready';
      /** Place in the list of texts. */
      readonly text: number;
      readonly isFallback: boolean;
    }
  | { readonly outcome: Exclude<RowOutcome, 'ready'> };

/** A text that rows consent to, with what is known of it. */
export interface TargetText extends PlanText {
  readonly agreement: PlatformAgreement;
  readonly language: PlatformLanguage;
  readonly effectiveAtMillis: number;
  readonly nextReconsentAtMillis: number | null;
}

/** Finds agreements, languages and their revisions for the texts of rows; each pair of texts is decided once. */
export interface Targets {
  /** Counts a row for these texts as well. */
  find(agreement: string, language: string): Target;
  /** In the order in which they were found. */
  readonly texts: readonly TargetText[];
  /** The most frequent first. */
  agreementMatches(): readonly Match[];
  languageMatches(): readonly Match[];
}

/** Values that are listed, and pairs that are remembered: a column that is mapped wrongly has as many as rows. */
const maxValues = 1_000;
const maxPairs = 10_000;

/** Makes the search among the agreements of a platform, at a time. */
export function createTargets(
  agreements: readonly PlatformAgreement[],
  mapping: Pick<Mapping, 'agreement' | 'language'>,
  nowMillis: number,
): Targets {
  const pairs = new Map<string, Pair>();
  const findAgreement = agreementFinder(agreements, 'by' in mapping.agreement ? mapping.agreement.by : null);
  const findLanguage = languageFinder('by' in mapping.language ? mapping.language.by : null);
  const { texts, textOf } = createTexts(nowMillis);

  function decide(agreementText: string, languageText: string): Target {
    if (agreementText === '') return { outcome: 'missing-agreement' };
    const found = findAgreement(agreementText);
    const [agreement] = found;
    if (agreement === undefined) return { outcome: 'unknown-agreement' };
    if (found.length > 1) return { outcome: 'ambiguous-agreement' };
    if (!agreement.isEnabled) return { outcome: 'agreement-disabled' };
    if (languageText === '') return { outcome: 'missing-language' };
    const match = findLanguage(agreement, languageText);
    if (match === null) return { outcome: 'unknown-language' };
    if (!match.language.isEnabled) return { outcome: 'language-disabled' };
    const text = textOf(agreement, match.language);
    return text === null
      ? { outcome: 'no-effective-revision' }
      : { outcome: 'ready', text, isFallback: match.isFallback };
  }

  return {
    texts,
    find(agreement, language) {
      const key = `${agreement}\u0000${language}`;
      const known = pairs.get(key);
      if (known !== undefined) {
        known.rows += 1;
        return known.target;
      }
      const target = decide(agreement, language);
      if (pairs.size < maxPairs) pairs.set(key, { target, rows: 1, agreement, language });
      return target;
    },
    agreementMatches: () =>
      listed(
        [...pairs.values()],
        ({ agreement }) => agreement,
        (value) => agreementMatch(value, findAgreement, agreements),
      ),
    languageMatches() {
      const reached = [...pairs.values()].filter(
        ({ target, language }) => language !== '' && !target.outcome.endsWith('-agreement'),
      );
      const agreementsOf = (value: string) =>
        reached
          .filter(({ language }) => language === value)
          .flatMap(({ agreement }) => findAgreement(agreement));
      return listed(
        reached,
        ({ language }) => language,
        (value) => languageMatch(value, [...new Set(agreementsOf(value))], findLanguage),
      );
    },
  };
}

/** A pair of texts of rows, and what it leads to. */
interface Pair {
  readonly target: Target;
  rows: number;
  readonly agreement: string;
  readonly language: string;
}

/** Collects the texts that rows consent to; the revision of a language is looked for once. */
function createTexts(nowMillis: number) {
  const texts: TargetText[] = [];
  const places = new Map<PlatformLanguage, number | null>();
  return {
    texts,
    /** Place of the text that is effective in a language; null where none is. */
    textOf(agreement: PlatformAgreement, language: PlatformLanguage): number | null {
      const known = places.get(language);
      if (known !== undefined) return known;
      const { revision, nextReconsentAtMillis } = effectiveRevision(language, nowMillis);
      const index = revision === null ? null : texts.length;
      places.set(language, index);
      if (revision !== null)
        texts.push({
          agreementId: agreement.id,
          languageId: language.id,
          revisionId: revision.id,
          agreement,
          language,
          effectiveAtMillis: revision.effectiveAtMillis,
          nextReconsentAtMillis,
        });
      return index;
    },
  };
}

type FindLanguage = (agreement: PlatformAgreement, text: string) => LanguageMatch | null;

function languageFinder(by: 'id' | 'locale' | null): FindLanguage {
  return ({ languages }, text) => {
    const language = languages.find(({ id }) => id === text);
    if (language !== undefined) return { language, isFallback: false };
    return by === 'id' ? null : lookUpLanguage(languages, text);
  };
}

function agreementFinder(agreements: readonly PlatformAgreement[], by: 'id' | 'name' | null) {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();
  return (text: string): readonly PlatformAgreement[] => {
    const byId = agreements.filter(({ id }) => id === text);
    if (byId.length > 0 || by === 'id') return byId;
    const exact = agreements.filter(({ name }) => name === text);
    return exact.length > 0 ? exact : agreements.filter(({ name }) => plain(name) === plain(text));
  };
}

function listed(
  pairs: readonly Pair[],
  valueOf: (pair: Pair) => string,
  matchOf: (value: string) => Pick<Match, 'outcome' | 'candidates'>,
): readonly Match[] {
  const rows = new Map<string, number>();
  for (const pair of pairs) rows.set(valueOf(pair), (rows.get(valueOf(pair)) ?? 0) + pair.rows);
  return [...rows]
    .filter(([value]) => value !== '')
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, maxValues)
    .map(([value, count]) => ({ value, rows: count, ...matchOf(value) }));
}

function agreementMatch(
  value: string,
  find: (text: string) => readonly PlatformAgreement[],
  agreements: readonly PlatformAgreement[],
): Pick<Match, 'outcome' | 'candidates'> {
  const found = find(value);
  const label = ({ id, name }: PlatformAgreement) => ({ id, label: name });
  if (found.length > 0)
    return { outcome: found.length === 1 ? 'matched' : 'ambiguous', candidates: found.map(label) };
  const name = nearest(
    value,
    agreements.map((each) => each.name),
    3,
  );
  return { outcome: 'missing', candidates: agreements.filter((each) => each.name === name).map(label) };
}

function languageMatch(
  value: string,
  agreements: readonly PlatformAgreement[],
  find: FindLanguage,
): Pick<Match, 'outcome' | 'candidates'> {
  const found = agreements.map((agreement) => ({ agreement, match: find(agreement, value) }));
  const isMissing = found.some(({ match }) => match === null);
  const candidates = found.flatMap(({ agreement, match }) =>
    (match === null ? similarLanguages(agreement.languages, value) : [match.language]).map(
      ({ id, locale }) => ({
        id,
        label: `${locale} (${agreement.name})`,
      }),
    ),
  );
  if (isMissing) return { outcome: 'missing', candidates };
  return {
    outcome: found.some(({ match }) => match?.isFallback === true) ? 'fallback' : 'matched',
    candidates,
  };
}
