import type { SeededEntity } from '../state/entities.ts';
import { seededId } from './ids.ts';

const dayMillis = 86_400_000;
const kinds = { agreement: 1, language: 2, revision: 3 } as const;

/** Agreements that the sandbox begins with; ids follow from their places in these lists. */
const agreements = [
  {
    name: 'Terms of Service',
    description: 'Accepted by everyone who opens an account.',
    reconsentPeriodDays: null,
    locales: ['en', 'de', 'fr', 'es-419'],
    isEnabled: true,
  },
  {
    name: 'Privacy Policy',
    description: 'How personal data is used.',
    reconsentPeriodDays: 730,
    locales: ['en', 'de', 'fr'],
    isEnabled: true,
  },
  {
    name: 'Marketing Communications',
    description: 'News and offers by e-mail.',
    reconsentPeriodDays: 365.5,
    locales: ['en', 'de'],
    isEnabled: true,
  },
  {
    name: 'Beta Programme',
    description: 'Ended; kept for reference.',
    reconsentPeriodDays: null,
    locales: ['en'],
    isEnabled: false,
  },
] as const;

/** Two that were, one of which is in force, and one that is to come. */
const revisions = [
  { effectiveAt: () => Date.UTC(2019, 0, 15), requireReconsent: false },
  { effectiveAt: () => Date.UTC(2023, 5, 1), requireReconsent: true },
  {
    effectiveAt: (seededAtMillis: number) => (Math.floor(seededAtMillis / dayMillis) + 60) * dayMillis,
    requireReconsent: true,
  },
] as const;

/** Id of an agreement of the beginning, by its place from 1. */
export function sandboxAgreementId(index: number): string {
  return seededId(kinds.agreement, index);
}

/** Agreements with their languages and revisions. */
export function seedAgreements(seededAtMillis: number): readonly SeededEntity[] {
  return agreements.flatMap(({ locales, isEnabled, reconsentPeriodDays, ...agreement }, index) => {
    const id = sandboxAgreementId(index + 1);
    const period = reconsentPeriodDays === null ? {} : { reconsentPeriodDays };
    const value = { ...agreement, enabled: isEnabled, ...period };
    return [
      { list: 'agreements', id, value },
      ...locales.flatMap((locale, each) =>
        seedLanguage(id, agreement.name, locale, (index + 1) * 100 + each + 1, seededAtMillis),
      ),
    ];
  });
}

function seedLanguage(
  agreementId: string,
  name: string,
  locale: string,
  number: number,
  seededAtMillis: number,
): readonly SeededEntity[] {
  const list = `agreements/${agreementId}/languages`;
  const id = seededId(kinds.language, number);
  const texts = {
    acceptCheckboxText: 'I agree',
    continueButtonText: 'Continue',
    declineButtonText: 'Decline',
  };
  return [
    { list, id, value: { displayName: `${name} (${locale})`, locale, enabled: true, userExperience: texts } },
    ...revisions.map(({ effectiveAt, requireReconsent }, index) => ({
      list: `${list}/${id}/revisions`,
      id: seededId(kinds.revision, number * 10 + index + 1),
      value: {
        effectiveAt: new Date(effectiveAt(seededAtMillis)).toISOString(),
        requireReconsent,
        contentType: 'text/plain',
        text: `${name}, version ${index + 1}.`,
      },
    })),
  ];
}
