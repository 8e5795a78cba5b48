import { resourceRule } from './parts/forms.ts';
import { memberOf } from './parts/json-walk.ts';
import { isUnknown, untoldMember } from './parts/placeholder.ts';

const spelt: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

export const bypassPolicy = resourceRule({
  id: 'CC-027',
  title: 'bypassPolicy is not a boolean',
  date: '2020-02-19',
  entries: ['2020-02-19-bypass-policy'],
  severity: 'error',
  source: 'spec',
  detection: 'A password update with a bypassPolicy other than true or false.',
  replacement: 'Use true or false without quotes, or remove it.',
  hasFix: true,
  resources: ['set-password-action'],
  check({ value, in: side }) {
    const given = memberOf(value, 'bypassPolicy');
    if (side === 'response' || given === undefined || typeof given === 'boolean') return [];
    if (isUnknown(given)) return [untoldMember('bypassPolicy')];
    const part = { part: 'body', path: ['bypassPolicy'] } as const;
    const meant = typeof given === 'string' ? spelt.get(given.trim().toLowerCase()) : undefined;
    return [
      {
        part,
        message: 'bypassPolicy is neither true nor false.',
        subject: 'set-password-action.bypassPolicy',
        ...(meant === undefined
          ? {}
          : {
              fix: {
                title: `Replace with ${meant}`,
                changes: [{ kind: 'set', of: part, value: meant } as const],
              },
            }),
      },
    ];
  },
});
