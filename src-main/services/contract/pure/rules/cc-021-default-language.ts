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
  detection: 'defaultLanguage of notification settings: sent, expected in a response, or read by a script.',
  replacement: 'Remove it, and set the default language of the environment with /environments/{}/languages.',
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
          message: 'defaultLanguage is read from the notification settings, which no longer contain it.',
          subject,
        }));
    }
    if (fact.kind !== 'resource' || memberOf(fact.value, name) === undefined) return [];
    const part = { part: 'body', path: [name] } as const;
    if (fact.in === 'response')
      return [
        {
          part,
          message: 'defaultLanguage is expected in the response, which no longer contains it.',
          subject,
        },
      ];
    return [
      {
        part,
        message: 'Notification settings no longer have a defaultLanguage.',
        subject,
        fix: { title: 'Remove defaultLanguage', changes: [{ kind: 'remove', of: part }] },
      },
    ];
  },
});
