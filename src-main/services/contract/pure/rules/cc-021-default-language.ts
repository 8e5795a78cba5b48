import { factRule } from '#shared/contract/rule.ts';
import { memberOf } from './parts/json-walk.ts';
import { distanceTo, positionsOf } from './parts/match-positions.ts';

const subject = 'notification-settings.defaultLanguage';
const name = 'defaultLanguage';
/** How far from the call the member is read, in characters. */
const nearCharacters = 2_000;

export const defaultLanguage = factRule({
  id: 'CC-021',
  title: 'defaultLanguage of the notification settings is used',
  date: '2021-10-25',
  entries: ['2021-10-25-default-language-removed'],
  severity: 'error',
  source: 'spec',
  detection: 'defaultLanguage of notification settings: sent, expected in an answer, or read by a script.',
  replacement:
    'Leave it out, and set the default language of the environment through /environments/{}/languages.',
  hasFix: true,
  kinds: ['resource', 'script'],
  resources: ['notification-settings'],
  readsResponses: true,
  applies: (fact) =>
    fact.kind === 'resource' || (fact.kind === 'script' && fact.text.includes('/notificationsSettings')),
  check(fact) {
    if (fact.kind === 'script') {
      const calls = positionsOf(fact.text, /\/notificationsSettings(?![\w/])/g);
      return fact.members
        .filter((member) => member.name === name && distanceTo(calls, member.at) <= nearCharacters)
        .map(({ at, length }) => ({
          part: { part: 'text', at, length },
          message: 'defaultLanguage is read from the notification settings, which have it no longer.',
          subject,
        }));
    }
    if (fact.kind !== 'resource' || memberOf(fact.value, name) === undefined) return [];
    const part = { part: 'body', path: [name] } as const;
    if (fact.in === 'response')
      return [
        { part, message: 'defaultLanguage is expected in the answer, which has it no longer.', subject },
      ];
    return [
      {
        part,
        message: 'Notification settings have no defaultLanguage any more.',
        subject,
        fix: { title: 'Leave defaultLanguage out', changes: [{ kind: 'remove', of: part }] },
      },
    ];
  },
});
