import { z } from 'zod';
import { type Collection, collectionRoutes, type Given, storeEntity } from '../collection.ts';
import type { PlatformContext, Route } from '../context.ts';
import { invalidValue, notUnique } from '../failure.ts';

/** Bounds of the minimum length of passwords, in characters. Spec 3 §8 */
const [minLength, maxLength] = [8, 32];

const schema = z.object({
  name: z.string().min(1).max(256),
  description: z.string().max(1_024).optional(),
  default: z.boolean().default(false),
  length: z.object({ min: z.int(), max: z.int().min(32).max(255).default(255) }),
  excludesProfileData: z.boolean().default(false),
});
type PasswordPolicy = z.output<typeof schema>;

const policies: Collection<PasswordPolicy> = {
  path: '/passwordPolicies',
  name: 'passwordPolicy',
  activity: 'PASSWORD_POLICY',
  calls: ['list', 'create', 'read', 'replace', 'remove'],
  schema,
  accept(given) {
    checkLength(given);
    const others = given.context.state.entities.all(given.list).filter(({ id }) => id !== given.id);
    if (others.some(({ value }) => value['name'] === given.value.name))
      throw notUnique('name', `A policy with the name ${given.value.name} already exists.`);
    if (given.former?.value['default'] === true && !given.value.default)
      throw invalidValue('default', 'Make another policy the default: an environment always has one.');
    return undefined;
  },
  stored({ context, value, list, id }) {
    if (!value.default) return;
    for (const other of context.state.entities.all(list))
      if (other.id !== id && other.value['default'] === true)
        storeEntity(context, 'PASSWORD_POLICY.UPDATED', list, other.id, { ...other.value, default: false });
  },
  checkRemoval(_context, { value }) {
    if (value['default'] === true) throw invalidValue('default', 'The default policy cannot be deleted.');
  },
};

function checkLength({ value: { length } }: Given<PasswordPolicy>): void {
  if (length.min >= minLength && length.min <= maxLength) return;
  throw invalidValue('length.min', `The minimum length is from ${minLength} to ${maxLength} characters.`, {
    rangeMinimumValue: minLength,
    rangeMaximumValue: maxLength,
  });
}

/** Policies of passwords. Spec 3 §2, §8 */
export const passwordPolicyRoutes: readonly Route[] = collectionRoutes(policies);

/** @throws PlatformError INVALID_VALUE where a password is not what the policy of the environment asks for */
export function checkPassword({ state }: PlatformContext, password: string, target: string): void {
  const policy = state.entities.all('passwordPolicies').find(({ value }) => value['default'] === true);
  if (policy === undefined) return;
  const { min, max } = schema.parse(policy.value).length;
  const characters = Array.from(password).length;
  if (characters >= min && characters <= max) return;
  throw invalidValue(target, `The password policy requires ${min} to ${max} characters.`, {
    rangeMinimumValue: min,
    rangeMaximumValue: max,
  });
}
