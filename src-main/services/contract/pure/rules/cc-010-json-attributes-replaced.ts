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
  title: 'PATCH replaces a whole custom attribute',
  date: '2019-04-01',
  entries: ['2019-04-01-json-attributes-replaced'],
  severity: 'warning',
  source: 'spec',
  detection: 'A PATCH of a user with an object as the value of a custom attribute.',
  replacement: 'Read the user, change the object, and send the complete object.',
  templates: ['/environments/{}/users/{}'],
  methods: ['PATCH'],
  check({ body }) {
    if (!isJsonObject(body)) return [];
    return Object.entries(body)
      .filter(([name, value]) => isJsonObject(value) && !ownObjects.has(name))
      .map(([name]) => ({
        part: { part: 'body', path: [name] },
        message: `PATCH replaces the whole custom attribute ${quoted(name)}. Members that are not sent are lost.`,
        subject: `user.${name.slice(0, 60)}`,
      }));
  },
});
