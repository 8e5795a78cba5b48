import { resourceRule } from './parts/forms.ts';
import { memberOf } from './parts/json-walk.ts';
import { isUnknown, untoldMember } from './parts/placeholder.ts';

const types: ReadonlySet<unknown> = new Set(['CORE', 'SCOPE', 'CUSTOM']);
/** Members that only attributes of OpenID Connect applications have. */
const oidcMembers = ['idToken', 'userInfo', 'oidcScopes'] as const;

export const mappingType = resourceRule({
  id: 'CC-006',
  title: 'An attribute mapping has no valid type',
  date: '2019-03-01',
  entries: ['2019-03-01-mapping-type'],
  severity: 'error',
  source: 'spec',
  detection: 'An attribute mapping without mappingType, or with a value other than CORE, SCOPE or CUSTOM.',
  replacement: 'Set mappingType to CORE, SCOPE or CUSTOM.',
  hasFix: true,
  resources: ['saml-attribute-mapping'],
  check({ value, in: side, method, isWhole }) {
    if (side === 'response' || oidcMembers.some((name) => memberOf(value, name) !== undefined)) return [];
    const type = memberOf(value, 'mappingType');
    const part = { part: 'body', path: ['mappingType'] } as const;
    const subject = 'saml-attribute-mapping.mappingType';
    if (type === undefined)
      return method !== 'POST'
        ? []
        : [
            {
              part: { part: 'whole' },
              message: 'The mapping is created without a mappingType.',
              subject,
              severity: 'info',
            },
          ];
    if (isUnknown(type)) return [untoldMember('mappingType')];
    if (types.has(type)) return [];
    // Members that say that it is an attribute of another kind may be among those that are not told.
    if (!isWhole) return [untoldMember()];
    const upper = typeof type === 'string' ? type.toUpperCase() : '';
    return [
      {
        part,
        message: 'mappingType is not CORE, SCOPE or CUSTOM.',
        subject,
        ...(types.has(upper)
          ? {
              fix: {
                title: `Replace with ${upper}`,
                changes: [{ kind: 'set', of: part, value: upper } as const],
              },
            }
          : {}),
      },
    ];
  },
});
