import { z } from 'zod';
import { isJsonObject } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { type Collection, collectionRoutes, type Given, othersOf } from '../collection.ts';
import type { Route } from '../context.ts';
import { invalidValue, notUnique } from '../failure.ts';
import { ipRangeSchema } from '../ip-ranges.ts';

const policySchema = z.object({
  name: z.string().min(1).max(256),
  description: z.string().max(1_024).optional(),
  default: z.boolean().default(false),
});

const policies: Collection<z.output<typeof policySchema>> = {
  path: '/signOnPolicies',
  name: 'signOnPolicy',
  activity: 'SIGN_ON_POLICY',
  calls: ['list', 'create', 'read', 'replace', 'remove'],
  schema: policySchema,
  accept(given) {
    const { name } = given.value;
    if (othersOf(given).some(({ value }) => value['name'] === name))
      throw notUnique('name', `A policy with the name ${name} already exists.`);
    return undefined;
  },
};

const actionSchema = z.object({
  type: z.enum([
    'LOGIN',
    'IDENTIFIER_FIRST',
    'PROGRESSIVE_PROFILING',
    'IDENTITY_PROVIDER',
    'MULTI_FACTOR_AUTHENTICATION',
    'AGREEMENT',
  ]),
  priority: z.int().min(1).max(1_000).default(1),
  conditions: z.record(z.string(), z.json()).optional(),
  /** How strictly a mobile device proves itself. */
  extraVerification: z.enum(['DISABLED', 'PERMISSIVE', 'RESTRICTIVE']).optional(),
  attributes: z.array(z.object({ name: z.string().min(1), required: z.boolean().default(false) })).optional(),
  agreement: z.object({ id: z.string().min(1) }).optional(),
});
type Action = z.output<typeof actionSchema>;

const actions: Collection<Action> = {
  path: '/signOnPolicies/{signOnPolicy}/actions',
  name: 'action',
  activity: 'SIGN_ON_POLICY_ACTION',
  calls: ['list', 'create', 'read', 'replace', 'remove'],
  schema: actionSchema,
  accept(given) {
    const { value } = given;
    checkKind(given);
    if (value.conditions !== undefined) checkConditions(value.conditions, 'conditions');
    return undefined;
  },
};

/** Routes for the policies of sign-on. Spec 3 §2 */
export const signOnPolicyRoutes: readonly Route[] = [
  ...collectionRoutes(policies),
  ...collectionRoutes(actions),
];

function checkKind({ context, value }: Given<Action>): void {
  if (value.extraVerification !== undefined && value.type !== 'MULTI_FACTOR_AUTHENTICATION')
    throw invalidValue('extraVerification', 'extraVerification is for MULTI_FACTOR_AUTHENTICATION.');
  if (value.type === 'PROGRESSIVE_PROFILING' && (value.attributes ?? []).length === 0)
    throw invalidValue('attributes', 'PROGRESSIVE_PROFILING requires at least one attribute.');
  if (value.type !== 'AGREEMENT') return;
  if (context.state.entities.get('agreements', value.agreement?.id ?? '') === undefined)
    throw invalidValue('agreement.id', 'The action requires an existing agreement.');
}

/** Schemas of the known attributes of conditions. */
const known: Readonly<Record<string, z.ZodType>> = {
  ipRange: z.array(ipRangeSchema).min(1),
  secondsSince: z.number().positive(),
  /** Addresses that are let in even from an anonymous network. */
  anonymousNetwork: z.array(ipRangeSchema),
  geovelocity: z.object({ valid: z.string().min(1) }),
  ipReputation: z.object({ minScore: z.number().min(0).max(100), maxScore: z.number().min(0).max(100) }),
};

/** Names in conditions are in camelCase. Spec 3 §2, §9 */
function checkConditions(value: JsonValue, target: string): void {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) checkConditions(each, `${target}.${index}`);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [name, each] of Object.entries(value)) {
    if (!/^[a-z][A-Za-z0-9]*$/.test(name))
      throw invalidValue(`${target}.${name}`, `${name} is not in camelCase.`);
    const schema = known[name];
    const issue = schema?.safeParse(each).error?.issues[0];
    if (issue !== undefined) throw invalidValue(`${target}.${name}`, `${name}: ${issue.message}`);
    if (schema === undefined) checkConditions(each, `${target}.${name}`);
  }
}
