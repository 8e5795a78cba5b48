import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import { requestRule } from './parts/forms.ts';
import { quoted } from './parts/json-walk.ts';

/** Objects of the platform's own schema, which are merged. */
const ownObjects: ReadonlySet<string> = new Set([
  '_embedded',
  '_links',
  'account',
  'address',
  'environment',
  'identityProvider',
  'lifecycle',
  'name',
  'password',
  'photo',
  'population',
]);

export const jsonAttributesReplaced = requestRule({
  id: 'CC-010',
  title: 'PATCH replaces the whole of a custom attribute',
  date: '2019-04-01',
  entries: ['2019-04-01-json-attributes-replaced'],
  severity: 'warning',
  source: 'spec',
  detection: 'A PATCH of a user that holds an object for an attribute outside the schema of the platform.',
  replacement: 'Read the user, change the object, and send the whole of it.',
  templates: ['/environments/{}/users/{}'],
  methods: ['PATCH'],
  check({ body }) {
    if (!isJsonObject(body)) return [];
    return Object.entries(body)
      .filter(([name, value]) => isJsonObject(value) && !ownObjects.has(name))
      .map(([name]) => ({
        part: { part: 'body', path: [name] },
        message: `PATCH replaces all of the custom attribute ${quoted(name)}: members that are not sent are lost.`,
        subject: `user.${name.slice(0, 60)}`,
      }));
  },
});
