import type { SeededEntity } from '../state/entities.ts';
import { seedAgreements } from './agreements.ts';
import { sandboxEnvironmentId, sandboxLicenseId, sandboxOrganizationId, seededId } from './ids.ts';
import { seedPolicies } from './policies.ts';
import { seedTemplates } from './templates.ts';

const languageKind = 4;

/** Returns the initial contents of the sandbox, besides its users. */
export function seedEnvironment(seededAtMillis: number): readonly SeededEntity[] {
  return [
    {
      list: 'environments',
      id: sandboxEnvironmentId,
      value: {
        name: 'Sandbox',
        description: 'A sandbox environment for tests.',
        type: 'SANDBOX',
        region: 'LOCAL',
        organization: { id: sandboxOrganizationId },
        license: { id: sandboxLicenseId },
      },
    },
    ...seedLanguages(),
    ...seedAgreements(seededAtMillis),
    ...seedTemplates(),
    ...seedPolicies(),
  ];
}

function seedLanguages(): readonly SeededEntity[] {
  const names = { en: 'English', de: 'German', fr: 'French', es: 'Spanish' };
  return Object.entries(names).map(([locale, name], index) => ({
    list: 'languages',
    id: seededId(languageKind, index + 1),
    value: { locale, name, enabled: true, default: locale === 'en', customerAdded: false },
  }));
}
