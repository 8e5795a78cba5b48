import { z } from 'zod';
import { isJsonObject } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { type Collection, collectionRoutes } from '../collection.ts';
import type { Route } from '../context.ts';
import { param } from '../context.ts';
import { invalidValue } from '../failure.ts';

const protocols = ['OPENID_CONNECT', 'SAML', 'EXTERNAL_LINK'] as const;
/** An app link, a universal link or the scheme of an app. */
const uriPrefix = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/\S*$/;

const schema = z.object({
  name: z.string().min(1).max(256),
  description: z.string().max(1_024).optional(),
  enabled: z.boolean(),
  protocol: z.enum(protocols, {
    error: ({ input }) => (input === 'NONE' ? 'NONE is no longer supported' : undefined),
  }),
  type: z.enum(['WEB_APP', 'NATIVE_APP', 'SINGLE_PAGE_APP', 'WORKER']).default('WEB_APP'),
  mobile: z
    .object({
      bundleId: z.string().optional(),
      packageName: z.string().optional(),
      /** The prefix of links that open the app when a QR code is scanned. */
      uriPrefix: z
        .string()
        .regex(uriPrefix, { error: 'is not an app link, universal link or scheme' })
        .optional(),
    })
    .optional(),
  /** Conditions for an actor that authenticates. */
  accessControl: z
    .object({
      role: z.object({ type: z.enum(['ADMIN_USERS_ONLY']) }).optional(),
      group: z
        .object({
          type: z.enum(['ANY_GROUP', 'ALL_GROUPS']),
          groups: z.array(z.object({ id: z.string().min(1) })).min(1),
        })
        .optional(),
    })
    .optional(),
  samlOptions: z.record(z.string(), z.json()).optional(),
  /** Keys with which it signs request objects. RFC 7517 */
  jwks: z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }).optional(),
});

const applications: Collection<z.output<typeof schema>> = {
  path: '/applications',
  name: 'application',
  activity: 'APPLICATION',
  calls: ['list', 'create', 'read', 'replace', 'remove'],
  schema,
  accept({ value }) {
    if (value.mobile !== undefined && value.type !== 'NATIVE_APP')
      throw invalidValue('mobile', 'mobile is for applications of the type NATIVE_APP.');
    if (value.samlOptions !== undefined) {
      if (value.protocol !== 'SAML')
        throw invalidValue('samlOptions', 'samlOptions are for the SAML protocol.');
      checkExpressions(value.samlOptions, 'samlOptions');
    }
    return undefined;
  },
};

const mappingTypes = ['CORE', 'SCOPE', 'CUSTOM'] as const;
const attributeSchema = z.object({
  name: z.string().min(1).max(256),
  value: z.string().min(1).max(1_024),
  mappingType: z.enum(mappingTypes).default('CUSTOM'),
  required: z.boolean().default(false),
});

const attributes: Collection<z.output<typeof attributeSchema>> = {
  path: '/applications/{application}/attributes',
  name: 'attribute',
  activity: 'ATTRIBUTE_MAPPING',
  calls: ['list', 'create', 'read', 'replace', 'remove'],
  schema: attributeSchema,
  accept({ context, value }) {
    const application = context.state.entities.get('applications', param(context, 'application'));
    if (application?.value['protocol'] === 'SAML') checkExpressions(value.value, 'value');
    return undefined;
  },
};

/** Applications and the user attributes that they receive. Spec 3 §2 */
export const applicationRoutes: readonly Route[] = [
  ...collectionRoutes(applications),
  ...collectionRoutes(attributes),
];

/** An expression such as `${user.username}` begins with a dollar sign. Spec 3 §2 */
function checkExpressions(value: JsonValue, target: string): void {
  if (typeof value === 'string' && /(?<!\$)\{[^{}]*\}/.test(value))
    throw invalidValue(target, 'An expression starts with a dollar sign, for example ${user.username}.', {
      allowedPattern: '\\$\\{[^}]+\\}',
    });
  if (Array.isArray(value))
    for (const [index, each] of value.entries()) checkExpressions(each, `${target}.${index}`);
  else if (isJsonObject(value))
    for (const [name, each] of Object.entries(value)) checkExpressions(each, `${target}.${name}`);
}
