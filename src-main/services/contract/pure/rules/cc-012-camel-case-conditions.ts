import type { RuleAnswer } from '#shared/contract/rule.ts';
import { isJsonObject, type JsonPath, valueAt } from '#shared/workspace/json-pointer.ts';
import { resourceRule } from './parts/forms.ts';
import { quoted, valuesIn } from './parts/json-walk.ts';
import { isUnknown, untoldMember } from './parts/placeholder.ts';

const joining: ReadonlySet<string> = new Set(['and', 'or', 'not']);
/** Names that do not tell where their words begin. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['anonymousnetwork', 'anonymousNetwork'],
  ['geo_velocity', 'geovelocity'],
  ['iprange', 'ipRange'],
  ['ipreputation', 'ipReputation'],
  ['secondssince', 'secondsSince'],
]);

export const camelCaseConditions = resourceRule({
  id: 'CC-012',
  title: 'A condition is not written in camelCase',
  date: '2019-08-14',
  entries: ['2019-08-14-camel-case-conditions'],
  severity: 'error',
  source: 'spec',
  detection: 'A member below `condition` or `conditions` of a sign-on action that is not in camelCase.',
  replacement: 'Use camelCase, for example ipRange or secondsSince.',
  hasFix: true,
  resources: ['sign-on-policy-action'],
  check({ value, in: side }) {
    if (side === 'response') return [];
    const answers: RuleAnswer[] = [];
    /** Names that a fix gives: two members cannot have one. */
    const taken = new Set<string>();
    for (const { path, value: each } of valuesIn(value)) {
      const name = path.at(-1);
      if (path[0] !== 'condition' && path[0] !== 'conditions') continue;
      if (isUnknown(each) && holdsConditions(path)) answers.push(untoldMember(...path));
      if (path.length < 2) continue;
      if (typeof name !== 'string' || !isWrong(name)) continue;
      const part = { part: 'body', path } as const;
      const next = camelCaseOf(name);
      const around = valueAt(value, path.slice(0, -1));
      const memberPath = `${next} ${JSON.stringify(path.slice(0, -1))}`;
      const isFree =
        next !== null && isJsonObject(around) && !Object.hasOwn(around, next) && !taken.has(memberPath);
      taken.add(memberPath);
      answers.push({
        part,
        message: `The condition ${quoted(name)} is not written in camelCase.`,
        subject: `sign-on-policy-action.${name.slice(0, 60)}`,
        ...(isFree
          ? { fix: { title: `Replace with ${next}`, changes: [{ kind: 'rename', of: part, name: next }] } }
          : {}),
      });
    }
    return answers;
  },
});

/** True of a member whose value is made of conditions: the top, and what joins them. */
function holdsConditions([, ...inner]: JsonPath): boolean {
  return inner.every((step) => typeof step === 'number' || joining.has(step));
}

function isWrong(name: string): boolean {
  if (!/^[A-Za-z_-][\w-]*$/.test(name)) return false;
  return /[_-]|^[A-Z]/.test(name) || renamed.has(name);
}

function camelCaseOf(name: string): string | null {
  const lower = name.toLowerCase().replaceAll('-', '_');
  const known = renamed.get(lower) ?? renamed.get(lower.replaceAll('_', ''));
  if (known !== undefined) return known;
  const [first = '', ...rest] = name.split(/[_-]+/).filter((word) => word !== '');
  const isShouted = name === name.toUpperCase();
  const words = rest.map((word) => word.charAt(0).toUpperCase() + tailOf(word, isShouted));
  const camel = first.charAt(0).toLowerCase() + tailOf(first, isShouted) + words.join('');
  return /^[a-z][A-Za-z0-9]*$/.test(camel) ? camel : null;
}

function tailOf(word: string, isShouted: boolean): string {
  return isShouted ? word.slice(1).toLowerCase() : word.slice(1);
}
