import type { RequestFact } from '#shared/contract/facts.ts';
import type { RuleAnswer, RuleFinding } from '#shared/contract/rule.ts';
import { factRule } from '#shared/contract/rule.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { valuesIn } from './parts/json-walk.ts';
import { isUnknown, untoldMember } from './parts/placeholder.ts';

const former: ReadonlySet<string> = new Set(['offline_pairing', 'offline_authentication']);
const writing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
/** Below what of an environment bodies may name a template; others are not read for it. */
const namingPaths = [
  'deviceAuthenticationPolicies',
  'deviceAuthenticationPolicy',
  'mfaSettings',
  'notificationsPolicies',
  'notificationsSettings',
  'riskPolicySets',
  'signOnPolicies',
  'templates',
  'users/{}/devices',
  'users/{}/notifications',
];
const naming: ReadonlySet<unknown> = new Set(['template', 'templateName', 'templateId']);

export const formerTemplates = factRule({
  id: 'CC-005',
  title: 'A deprecated template id is used',
  date: '2019-07-31',
  entries: ['2019-07-31-refresh-token-and-templates', '2019-02-18-template-ids'],
  severity: 'warning',
  source: 'spec',
  detection:
    'The template ids `offline_pairing` and `offline_authentication` in paths, bodies and documents.',
  replacement: 'List the templates of the environment and use a current id.',
  kinds: ['request', 'document'],
  templates: namingPaths.map((path) => `/environments/{}/${path}/**`),
  applies: (fact) => fact.kind !== 'request' || isBelowTemplate(fact) || writing.has(fact.method),
  check(fact) {
    if (fact.kind === 'document') return inBody(fact.value);
    if (fact.kind !== 'request') return [];
    const id = isBelowTemplate(fact) ? (fact.segments[3] ?? '') : '';
    return [
      ...(former.has(id) ? [{ ...findingOf(id), part: { part: 'path' } } as const] : []),
      ...(isUnknown(id) || id.startsWith(':') ? [{ untold: { part: 'path' } } as const] : []),
      ...(writing.has(fact.method) ? inBody(fact.body) : []),
    ];
  },
});

function isBelowTemplate({ segments }: RequestFact): boolean {
  return segments[2] === 'templates' && segments.length > 3;
}

function inBody(body: JsonValue | undefined): readonly RuleAnswer[] {
  const answers: RuleAnswer[] = [];
  for (const { path, value } of valuesIn(body)) {
    if (typeof value !== 'string' || !namesTemplate(path)) continue;
    if (former.has(value)) answers.push({ ...findingOf(value), part: { part: 'body', path } });
    else if (isUnknown(value)) answers.push(untoldMember(...path));
  }
  return answers;
}

/** `template`, or `id` and `name` of a `template`. */
function namesTemplate(path: readonly (string | number)[]): boolean {
  const last = path.at(-1);
  return naming.has(last) || ((last === 'id' || last === 'name') && naming.has(path.at(-2)));
}

function findingOf(id: string): Omit<RuleFinding, 'part'> {
  return { message: `The template id “${id}” is deprecated but still works.`, subject: id };
}
