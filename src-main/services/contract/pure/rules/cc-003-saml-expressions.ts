import { isPlaceholder } from '#shared/contract/facts.ts';
import type { RuleFinding } from '#shared/contract/rule.ts';
import { resourceRule } from './parts/forms.ts';
import { memberOf, textsIn } from './parts/json-walk.ts';
import { isUnknown, untoldMember } from './parts/placeholder.ts';

/** Not `${…}`, `&{…}` or `{{…}}`. */
const bare = /(?<![$&{])\{\s*([A-Za-z_][\w.]*)\s*\}(?!\})/g;
/** Members that are for people, and links. */
const noSettings: ReadonlySet<unknown> = new Set([
  'name',
  'description',
  '_links',
  '_embedded',
  'environment',
]);

export const samlExpressions = resourceRule({
  id: 'CC-003',
  title: 'A SAML expression has no dollar sign',
  date: '2019-01-21',
  entries: ['2019-01-21-saml-expressions'],
  severity: 'error',
  source: 'spec',
  detection:
    'A setting of a SAML application, or an attribute mapping value, with `{name}` instead of `${name}`.',
  replacement: 'Add a dollar sign before the brace: ${user.username}.',
  hasFix: true,
  resources: ['application', 'saml-attribute-mapping'],
  check({ resource, value, in: side }) {
    if (side === 'response') return [];
    const protocol = resource === 'application' ? memberOf(value, 'protocol') : 'SAML';
    if (protocol !== 'SAML' && !isUnknown(protocol)) return [];
    const findings: RuleFinding[] = [];
    for (const { path, text } of textsIn(value)) {
      if (noSettings.has(path[0]) || isPlaceholder(text) || !hasBare(text)) continue;
      const part = { part: 'body', path } as const;
      const to = text.replace(bare, (whole, name: string) =>
        isExpression(text, name) ? `$${whole}` : whole,
      );
      findings.push({
        part,
        message:
          'The expression does not start with a dollar sign. The platform treats it as text or rejects it.',
        subject: `${resource}.${path.filter((step) => typeof step === 'string').join('.')}`,
        fix: { title: 'Add a dollar sign', changes: [{ kind: 'set', of: part, value: to }] },
      });
    }
    return findings.length > 0 && isUnknown(protocol) ? [untoldMember('protocol')] : findings;
  },
});

function hasBare(text: string): boolean {
  return [...text.matchAll(bare)].some(([, name = '']) => isExpression(text, name));
}

/** A lone word in the braces of a URL is a part of a URI template. */
function isExpression(text: string, name: string): boolean {
  return name.includes('.') || !/^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}
