import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { HttpResponse } from '#main/platform/http.ts';
import { isJsonObject, type JsonValue } from '#shared/workspace/index.ts';
import { noteChange } from '../changes.ts';
import type { Route } from '../context.ts';
import { environmentUrl, type PlatformContext, param } from '../context.ts';
import { type ErrorDetail, invalidData, notFound, notUnique } from '../failure.ts';
import { jsonResponse, noContent } from '../http/responses.ts';
import { isoTime, newId } from '../ids.ts';
import { readInput } from '../input.ts';
import { patched } from '../json-patch.ts';
import { likelyNumbers } from '../likely-users.ts';
import { isSelected, type ListQuery, type Page, pageResponse, readListQuery } from '../lists.ts';
import { sandboxPopulationId } from '../seed/ids.ts';
import { type JsonObject, textOf } from '../state/entities.ts';
import type { User } from '../state/users.ts';

const text = z.string().max(256);
/** Members beside those named here are the environment's own: any JSON. */
const userSchema = z.looseObject({
  username: text.min(1),
  email: z.email().max(256).optional(),
  externalId: text.optional(),
  name: z.object({ given: text.optional(), family: text.optional(), formatted: text.optional() }).optional(),
  enabled: z.boolean().default(true),
  preferredLanguage: text.optional(),
  population: z.object({ id: text }).default({ id: sandboxPopulationId }),
});

/** Members of a user that the platform itself sets. */
const readOnly = new Set(['_links', 'id', 'environment', 'account', 'createdAt', 'updatedAt']);
/** Users that are looked at before others get their turn: about 10 ms. */
const usersPerTurn = 2_000;
const list = '/environments/{env}/users';
const one = `${list}/{user}`;

/** Users, by whom external users are known: by id, username, email or externalId. Spec 3 §1, §2 */
export const userRoutes: readonly Route[] = [
  { method: 'GET', path: list, rateGroup: 'directoryRead', perform: readUsers },
  { method: 'POST', path: list, rateGroup: 'directoryWrite', perform: createUser },
  {
    method: 'GET',
    path: one,
    rateGroup: 'directoryRead',
    perform: (context) => jsonResponse(200, showUser(context, userOf(context))),
  },
  {
    method: 'PUT',
    path: one,
    rateGroup: 'directoryWrite',
    perform: async (context) => changeUser(context, context.body),
  },
  {
    method: 'PATCH',
    path: one,
    rateGroup: 'directoryWrite',
    takesOperations: true,
    perform: async (context) => changeUser(context, patchedUser(context, userOf(context))),
  },
  { method: 'DELETE', path: one, rateGroup: 'directoryWrite', perform: removeUser },
];

/** The user in the path. @throws PlatformError 404 */
export function userOf(context: PlatformContext): User {
  const id = param(context, 'user');
  const user = context.state.users.get(id);
  if (user === undefined) throw notFound('user', id);
  return user;
}

function showUser(
  context: PlatformContext,
  { id, value, createdAtMillis, updatedAtMillis }: User,
): JsonObject {
  const isEnabled = value['enabled'] === true;
  return {
    _links: { self: { href: `${environmentUrl(context)}/users/${id}` } },
    id,
    environment: { id: param(context, 'env') },
    ...value,
    account: { canAuthenticate: isEnabled, status: 'OK' },
    createdAt: isoTime(createdAtMillis),
    updatedAt: isoTime(updatedAtMillis),
  };
}

async function readUsers(context: PlatformContext): Promise<HttpResponse> {
  const query = readListQuery(context);
  const page = query.filter === null ? wholePage(context, query) : await filteredPage(context, query);
  return pageResponse(context, 'users', page, query);
}

function wholePage(context: PlatformContext, { after, limit }: ListQuery): Page {
  const { users } = context.state;
  const items: { order: number; shown: JsonObject }[] = [];
  for (const user of users.all(after ?? 0)) {
    if (items.length === limit) return { items, count: users.count(), hasMore: true };
    items.push({ order: user.order, shown: showUser(context, user) });
  }
  return { items, count: users.count(), hasMore: false };
}

async function filteredPage(context: PlatformContext, { filter, after, limit }: ListQuery): Promise<Page> {
  const { users } = context.state;
  const numbers = filter === null ? null : likelyNumbers(filter);
  const items: { order: number; shown: JsonObject }[] = [];
  let [count, seen] = [0, 0];
  for (const user of numbers === null ? users.all() : users.likely(numbers)) {
    seen += 1;
    // A filter that bounds nothing looks at all of them: others get their turn meanwhile.
    if (seen % usersPerTurn === 0) await setImmediate();
    const shown = showUser(context, user);
    if (!isSelected(filter, shown)) continue;
    count += 1;
    if (after === null || user.order > after) items.push({ order: user.order, shown });
  }
  items.sort((a, b) => a.order - b.order);
  return { items: items.slice(0, limit), count, hasMore: items.length > limit };
}

async function createUser(context: PlatformContext): Promise<HttpResponse> {
  const id = newId(context.ports.random);
  const user = await storeUser(context, id, readUser(context, context.body, id), 'USER.CREATED');
  return jsonResponse(201, showUser(context, user), ['Location', `${environmentUrl(context)}/users/${id}`]);
}

/**
 * A user after a PATCH: each member of an object replaces the former one completely, whatever JSON it holds; a list has
 * operations on the members that are not the platform's own. Spec 3 §9, 2021-11-08
 */
function patchedUser(context: PlatformContext, user: User): JsonObject {
  const { body, operations } = context;
  if (operations === null) return { ...user.value, ...body };
  const details = operations.flatMap((operation) => ownMember(operation));
  if (details.length > 0) throw invalidData(details);
  return patched(showUser(context, user), operations);
}

/** An operation on what the platform itself says would be lost without a word. */
function ownMember(operation: unknown): readonly ErrorDetail[] {
  if (!isJsonObject(operation) || typeof operation['path'] !== 'string' || operation['op'] === 'test')
    return [];
  const { path: target } = operation;
  const name = target.split('/')[1] ?? '';
  const message = `The platform sets ${name}, so it cannot be changed.`;
  return readOnly.has(name) ? [{ code: 'INVALID_VALUE', target, message }] : [];
}

async function changeUser(context: PlatformContext, given: JsonObject): Promise<HttpResponse> {
  const { id } = userOf(context);
  const value = readUser(context, given, id);
  return jsonResponse(200, showUser(context, await storeUser(context, id, value, 'USER.UPDATED')));
}

function readUser(context: PlatformContext, given: JsonObject, id: string): JsonObject {
  const members = Object.entries(given).filter(([name, value]) => !readOnly.has(name) && value !== null);
  const value = readInput(userSchema, Object.fromEntries(members));
  const username = value.username.toLowerCase();
  const filter = { kind: 'compare', operator: 'eq', path: ['username'], value: username } as const;
  for (const other of context.state.users.likely(likelyNumbers(filter) ?? new Set()))
    if (other.id !== id && textOf(other.value, 'username').toLowerCase() === username)
      throw notUnique('username', `The username ${value.username} is already in use.`);
  return value as Readonly<Record<string, JsonValue>>;
}

async function storeUser(
  context: PlatformContext,
  id: string,
  value: JsonObject,
  type: string,
): Promise<User> {
  const user = context.state.users.put(id, value, context.nowMillis);
  noteChange(context, { type, path: `users/${id}`, id, userId: id });
  await context.ports.records.commit();
  return user;
}

async function removeUser(context: PlatformContext): Promise<HttpResponse> {
  const { id } = userOf(context);
  const { users, consents, entities } = context.state;
  users.remove(id, context.nowMillis);
  consents.removeUser(id);
  entities.removeBelow(`users/${id}`);
  noteChange(context, { type: 'USER.DELETED', path: `users/${id}`, id, userId: id });
  await context.ports.records.commit();
  return noContent();
}
