import { factRule } from '#shared/contract/rule.ts';

/** Pattern of the errors whose text varies, and the maximum distance from the comparison, in characters. */
const varying = /INVALID_VALUE|\botp\b|otp\.check|device\.activate|deviceAuthentications\/|request object/i;
const nearCharacters = 1_500;

export const messageCompared = factRule({
  id: 'CC-018',
  title: 'An error message is compared as a whole',
  date: '2021-05-05',
  entries: ['2021-05-05-remaining-attempts', '2021-12-23-request-object-errors'],
  severity: 'info',
  source: 'spec',
  detection:
    'A script that compares the `message` of an error with a complete string, near INVALID_VALUE, passcodes or request objects.',
  replacement: 'Use `code` and `details[].code`. Extract numbers from the message with a pattern.',
  kinds: ['script'],
  applies: (fact) => fact.kind === 'script' && fact.comparisons.some(({ member }) => member === 'message'),
  check(fact) {
    if (fact.kind !== 'script') return [];
    return fact.comparisons
      .filter(
        ({ member, at, length }) =>
          member === 'message' &&
          varying.test(fact.text.slice(Math.max(0, at - nearCharacters), at + length + nearCharacters)),
      )
      .map(({ at, length }) => ({
        part: { part: 'text', at, length } as const,
        message:
          'The whole message is compared, but it contains variable parts such as the remaining attempts.',
        subject: 'error message',
      }));
  },
});
