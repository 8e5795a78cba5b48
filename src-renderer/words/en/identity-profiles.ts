import { plural } from '../plural.ts';

/** Words about the rules of a profile, and about what keeps to them. */
export const profileRuleWords = {
  profileRules: {
    title: 'Profile rules',
    help: 'Each rule is checked against the settings and clients in force, under any profile.',
    compared: 'Compare with',
    rules: (title: string, count: number) => `${title}: ${plural(count, 'rule', 'rules')}`,
    held: (count: number) => `${count} ${count === 1 ? 'holds' : 'hold'}`,
    missed: (count: number) => `${count} ${count === 1 ? 'does' : 'do'} not`,
    notExamined: (count: number) => `${count} not examined`,
    states: { held: 'holds', missed: 'does not hold', 'not-examined': 'not examined' },
    groups: { missed: 'Does not hold', 'not-examined': 'Not examined', held: 'Holds' },
    group: (name: string, count: number) => `${name}: ${plural(count, 'rule', 'rules')}`,
    byClients: (names: string) => `Clients: ${names}`,
    caseOf: (id: string) => `Open attack case ${id}`,
    reference: 'Reference',
    ofClient: 'Profiles',
    missing: (title: string, count: number) =>
      count === 0
        ? `${title}: nothing is missing`
        : `Missing for ${title}: ${plural(count, 'rule', 'rules')}`,
  },
} as const;
