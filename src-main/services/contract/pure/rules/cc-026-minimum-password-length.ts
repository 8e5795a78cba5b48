import { type ResourceFact } from '#shared/contract/facts.ts';
import type { RuleAnswer } from '#shared/contract/rule.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import { resourceRule } from './parts/forms.ts';
import { memberOf } from './parts/json-walk.ts';
import { isUnknown, untoldMember } from './parts/placeholder.ts';

const [minLength, maxLength] = [8, 32];
const subject = 'password-policy minimum length';

export const minimumPasswordLength = resourceRule({
  id: 'CC-026',
  title: 'The minimum password length is not between 8 and 32',
  date: '2022-03-11',
  entries: ['2022-03-11-minimum-password-length'],
  severity: 'error',
  source: 'public',
  detection:
    'A password policy with a missing minimum length, or one that is not a whole number from 8 to 32. Also a shorter password that is set.',
  replacement: `Set the minimum length to a whole number from ${minLength} to ${maxLength}.`,
  hasFix: true,
  resources: ['password-policy', 'set-password-action'],
  check(fact) {
    if (fact.in === 'response') return [];
    return fact.resource === 'password-policy' ? ofPolicy(fact) : ofPassword(fact);
  },
});

function ofPolicy({ value, method }: ResourceFact): readonly RuleAnswer[] {
  if (isUnknown(memberOf(value, 'length'))) return [untoldMember('length')];
  const path = isJsonObject(memberOf(value, 'length')) ? ['length', 'min'] : ['minLength'];
  const [outer = '', inner] = path;
  const min = inner === undefined ? memberOf(value, outer) : memberOf(memberOf(value, outer), inner);
  if (min === undefined)
    return method === 'PATCH'
      ? []
      : [
          {
            part: { part: 'whole' },
            message: 'The policy has no minimum length. It is required.',
            subject,
          },
        ];
  if (isUnknown(min)) return [untoldMember(...path)];
  const number = typeof min === 'string' && /^\d+$/.test(min) ? Number(min) : min;
  if (typeof min === 'number' && Number.isInteger(min) && min >= minLength && min <= maxLength) return [];
  const part = { part: 'body', path } as const;
  const right =
    typeof number === 'number' && Number.isInteger(number)
      ? Math.min(maxLength, Math.max(minLength, number))
      : null;
  return [
    {
      part,
      message: `The minimum length is not a whole number from ${minLength} to ${maxLength}.`,
      subject,
      ...(right === null
        ? {}
        : { fix: { title: `Set it to ${right}`, changes: [{ kind: 'set', of: part, value: right }] } }),
    },
  ];
}

function ofPassword({ value: action, isWhole }: ResourceFact): readonly RuleAnswer[] {
  const bypass = memberOf(action, 'bypassPolicy');
  const password = memberOf(action, 'value');
  // A password is data, not configuration: a variable here holds a different one for each user.
  if (typeof password !== 'string' || password === '' || isUnknown(password) || isMasked(password)) return [];
  if (bypass === true || Array.from(password).length >= minLength) return [];
  if (isUnknown(bypass) || (bypass === undefined && !isWhole)) return [untoldMember('bypassPolicy')];
  return [
    {
      part: { part: 'body', path: ['value'] },
      message: `The password has fewer than ${minLength} characters. No policy allows that.`,
      subject: 'set-password-action.value',
      severity: 'warning',
    },
  ];
}

/** Tests whether a text is the mask of a secret that was taken out: it says nothing of its length. */
function isMasked(text: string): boolean {
  return /^[*•]+$/.test(text);
}
