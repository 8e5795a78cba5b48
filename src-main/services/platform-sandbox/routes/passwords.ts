import { z } from 'zod';
import type { HttpResponse } from '#main/platform/http.ts';
import { storeEntity } from '../collection.ts';
import type { Route } from '../context.ts';
import { environmentUrl, type PlatformContext, param } from '../context.ts';
import { invalidValue } from '../failure.ts';
import { jsonResponse } from '../http/responses.ts';
import { isoTime } from '../ids.ts';
import { readInput } from '../input.ts';
import { type Entity, textOf } from '../state/entities.ts';
import { checkPassword } from './password-policies.ts';
import { userOf } from './users.ts';

const path = '/environments/{env}/users/{user}/password';
const stateId = 'state';

const setSchema = z.object({
  value: z.string().min(1).max(255),
  forceChange: z.boolean().default(false),
  /** True if the password policy is ignored. */
  bypassPolicy: z.boolean().default(false),
});
const resetSchema = z.object({ currentPassword: z.string(), newPassword: z.string().min(1).max(255) });

/** The password of a user: set by a worker, or changed by the user. Spec 3 §2, §5 */
export const passwordRoutes: readonly Route[] = [
  {
    method: 'GET',
    path,
    rateGroup: 'directoryRead',
    perform: (context) => jsonResponse(200, shown(context, stateOf(context, userOf(context).id))),
  },
  {
    method: 'PUT',
    path,
    rateGroup: 'directoryWrite',
    action: 'password.set',
    async perform(context) {
      const { value, forceChange, bypassPolicy } = readInput(setSchema, context.body);
      const user = userOf(context);
      if (!bypassPolicy) checkPassword(context, value, 'value');
      return store(context, user.id, value, {
        status: forceChange ? 'MUST_CHANGE_PASSWORD' : 'OK',
        type: 'SET',
      });
    },
  },
  {
    method: 'PUT',
    path,
    rateGroup: 'directoryWrite',
    action: 'password.reset',
    selfScope: 'reset:userPassword',
    async perform(context) {
      const { currentPassword, newPassword } = readInput(resetSchema, context.body);
      const user = userOf(context);
      if (!(await isPasswordOf(context, user.id, currentPassword)))
        throw invalidValue('currentPassword', 'The current password is wrong.');
      checkPassword(context, newPassword, 'newPassword');
      return store(context, user.id, newPassword, { status: 'OK', type: 'RESET' });
    },
  },
];

/** State of the password of a user; undefined: it has none. */
export function stateOf({ state }: PlatformContext, userId: string): Entity | undefined {
  return state.entities.get(`users/${userId}/password`, stateId);
}

/** Tests whether a user has this password; one that was hashed at another cost is hashed anew. */
export async function isPasswordOf(
  context: PlatformContext,
  userId: string,
  password: string,
): Promise<boolean> {
  const { passwords, records } = context.ports;
  const kept = stateOf(context, userId);
  if (kept === undefined) return false;
  const verdict = await passwords.verify(password, textOf(kept.value, 'hash'));
  if (verdict === 'outdated') {
    const hash = await passwords.hash(password);
    // A change made meanwhile takes precedence; otherwise it is the same password since the same time.
    if (stateOf(context, userId) === kept)
      context.state.entities.put(
        `users/${userId}/password`,
        stateId,
        { ...kept.value, hash },
        kept.updatedAtMillis,
      );
    await records.commit();
  }
  return verdict !== 'wrong';
}

async function store(
  context: PlatformContext,
  userId: string,
  password: string,
  { status, type }: { readonly status: string; readonly type: 'SET' | 'RESET' },
): Promise<HttpResponse> {
  const hash = await context.ports.passwords.hash(password);
  const entity = storeEntity(context, `PASSWORD.${type}`, `users/${userId}/password`, stateId, {
    status,
    hash,
  });
  await context.ports.records.commit();
  return jsonResponse(200, shown(context, entity));
}

function shown(context: PlatformContext, entity: Entity | undefined) {
  const changed = entity === undefined ? {} : { lastChangedAt: isoTime(entity.updatedAtMillis) };
  return {
    _links: { self: { href: `${environmentUrl(context)}/users/${param(context, 'user')}/password` } },
    environment: { id: param(context, 'env') },
    user: { id: param(context, 'user') },
    status: entity === undefined ? 'NO_PASSWORD' : textOf(entity.value, 'status'),
    ...changed,
  };
}
