import type { profileRuleWords as english } from '../en/identity-profiles.ts';
import { plural } from '../plural.ts';
import type { Words } from '../words.ts';

/** German words about the rules of a profile. */
export const profileRuleWords: Words<typeof english> = {
  profileRules: {
    title: 'Profilregeln',
    help: 'Jede Regel wird gegen die geltenden Einstellungen und Clients geprüft, unter jedem Profil.',
    compared: 'Vergleichen mit',
    rules: (title: string, count: number) => `${title}: ${plural(count, 'Regel', 'Regeln')}`,
    held: (count: number) => `${count} ${count === 1 ? 'ist erfüllt' : 'sind erfüllt'}`,
    missed: (count: number) => `${count} nicht erfüllt`,
    notExamined: (count: number) => `${count} nicht geprüft`,
    states: { held: 'erfüllt', missed: 'nicht erfüllt', 'not-examined': 'nicht geprüft' },
    groups: { missed: 'Nicht erfüllt', 'not-examined': 'Nicht geprüft', held: 'Erfüllt' },
    group: (name: string, count: number) => `${name}: ${plural(count, 'Regel', 'Regeln')}`,
    byClients: (names: string) => `Clients: ${names}`,
    caseOf: (id: string) => `Angriffsfall ${id} öffnen`,
    reference: 'Referenz',
    ofClient: 'Profile',
    missing: (title: string, count: number) =>
      count === 0 ? `${title}: es fehlt nichts` : `Für ${title} fehlt: ${plural(count, 'Regel', 'Regeln')}`,
  },
};
