import type { z } from 'zod';
import type { HttpResponse } from '#main/platform/http.ts';
import type { RateGroup } from '#shared/workspace/index.ts';
import { noteChange } from './changes.ts';
import type { Route } from './context.ts';
import { environmentUrl, type PlatformContext, param } from './context.ts';
import { notFound } from './failure.ts';
import { jsonResponse, noContent } from './http/responses.ts';
import { isoTime, newId } from './ids.ts';
import { readInput } from './input.ts';
import { pageOf, pageResponse, readListQuery } from './lists.ts';
import type { Entity, JsonObject } from './state/entities.ts';

type Call = 'list' | 'create' | 'read' | 'replace' | 'remove';

/** A thing that is about to be made or replaced. */
export interface Given<T> {
  readonly context: PlatformContext;
  readonly value: T;
  /** Path of its list below the environment. */
  readonly list: string;
  readonly id: string;
  /** null: it is made. */
  readonly former: Entity | null;
}

/** A kind of thing with its rules: its calls follow from it. */
export interface Collection<T> {
  /** Of the list, below the environment: `/agreements/{agreement}/languages`. */
  readonly path: string;
  /** Of one thing, in words and in the path. */
  readonly name: string;
  /** Prefix of its activities: `AGREEMENT` for `AGREEMENT.CREATED`. */
  readonly activity: string;
  readonly calls: readonly Call[];
  readonly rateGroup?: RateGroup;
  readonly schema: z.ZodType<T>;
  /**
   * Returns the value to store, where it differs from the given one.
   * @throws PlatformError where a rule does not hold
   */
  readonly accept?: (given: Given<T>) => JsonObject | undefined;
  /** Called once it is put, before it is committed. */
  readonly stored?: (given: Given<T>) => void;
  /** Members that are shown besides those that are stored. */
  readonly shown?: (context: PlatformContext, entity: Entity, list: string) => JsonObject;
  /** @throws PlatformError where it may not go */
  readonly checkRemoval?: (context: PlatformContext, entity: Entity, list: string) => void;
}

/** The other resources of the same list: uniqueness is checked among them. */
export function othersOf<T>({ context, list, id }: Given<T>): readonly Entity[] {
  return context.state.entities.all(list).filter((each) => each.id !== id);
}

const environment = '/environments/{env}';

/** The calls of a kind of thing. */
export function collectionRoutes<T>(collection: Collection<T>): readonly Route[] {
  const { path, name, rateGroup = 'configuration' } = collection;
  const list = `${environment}${path}`;
  const one = `${list}/{${name}}`;
  const routes: Readonly<Record<Call, Route>> = {
    list: { method: 'GET', path: list, rateGroup, perform: (context) => performList(collection, context) },
    create: {
      method: 'POST',
      path: list,
      rateGroup,
      perform: (context) => performCreate(collection, context),
    },
    read: {
      method: 'GET',
      path: one,
      rateGroup,
      perform: (context) => jsonResponse(200, showEntity(collection, context, entityOf(collection, context))),
    },
    replace: {
      method: 'PUT',
      path: one,
      rateGroup,
      perform: (context) => performReplace(collection, context),
    },
    remove: {
      method: 'DELETE',
      path: one,
      rateGroup,
      perform: (context) => performRemove(collection, context),
    },
  };
  return collection.calls.map((call) => routes[call]);
}

/**
 * Path of the list of a request, below the environment.
 * @throws PlatformError 404 if its parent does not
 * exist
 */
export function listOf(context: PlatformContext, path: string): string {
  const segments: string[] = [];
  for (const segment of path.slice(1).split('/')) {
    if (!segment.startsWith('{')) {
      segments.push(segment);
      continue;
    }
    const [name, list] = [segment.slice(1, -1), segments.join('/')];
    const id = param(context, name);
    const isThere = list === 'users' ? context.state.users.get(id) : context.state.entities.get(list, id);
    if (isThere === undefined) throw notFound(name, id);
    segments.push(id);
  }
  return segments.join('/');
}

/** A thing as it is shown. */
export function showEntity<T>(
  { path, shown }: Pick<Collection<T>, 'path' | 'shown'>,
  context: PlatformContext,
  entity: Entity,
): JsonObject {
  const list = listOf(context, path);
  const { id, value, createdAtMillis, updatedAtMillis } = entity;
  return {
    _links: { self: { href: `${environmentUrl(context)}/${list}/${id}` } },
    id,
    environment: { id: param(context, 'env') },
    ...value,
    ...shown?.(context, entity, list),
    createdAt: isoTime(createdAtMillis),
    updatedAt: isoTime(updatedAtMillis),
  };
}

/** The thing that a request is about. @throws PlatformError 404 */
export function entityOf(
  { path, name }: Pick<Collection<never>, 'path' | 'name'>,
  context: PlatformContext,
): Entity {
  const id = param(context, name);
  const entity = context.state.entities.get(listOf(context, path), id);
  if (entity === undefined) throw notFound(name, id);
  return entity;
}

/** Stores a thing with its activity; the caller commits. */
export function storeEntity(
  context: PlatformContext,
  type: string,
  list: string,
  id: string,
  value: JsonObject,
): Entity {
  const entity = context.state.entities.put(list, id, value, context.nowMillis);
  noteChange(context, { type, path: `${list}/${id}`, id, ...userOf(list) });
  return entity;
}

/** Returns the user above a list: everything below a user concerns that user. */
function userOf(list: string): { readonly userId?: string } {
  const userId = /^users\/([^/]+)/.exec(list)?.[1];
  return userId === undefined ? {} : { userId };
}

function performList<T>(collection: Collection<T>, context: PlatformContext): HttpResponse {
  const query = readListQuery(context);
  const list = listOf(context, collection.path);
  const all = context.state.entities
    .all(list)
    .map((entity) => ({ order: entity.order, shown: showEntity(collection, context, entity) }));
  return pageResponse(context, list.slice(list.lastIndexOf('/') + 1), pageOf(all, query), query);
}

async function performCreate<T>(collection: Collection<T>, context: PlatformContext): Promise<HttpResponse> {
  const list = listOf(context, collection.path);
  const entity = await write(collection, context, list, newId(context.ports.random), null);
  const shown = showEntity(collection, context, entity);
  return jsonResponse(201, shown, ['Location', `${environmentUrl(context)}/${list}/${entity.id}`]);
}

async function performReplace<T>(collection: Collection<T>, context: PlatformContext): Promise<HttpResponse> {
  const former = entityOf(collection, context);
  const entity = await write(collection, context, listOf(context, collection.path), former.id, former);
  return jsonResponse(200, showEntity(collection, context, entity));
}

async function write<T>(
  collection: Collection<T>,
  context: PlatformContext,
  list: string,
  id: string,
  former: Entity | null,
): Promise<Entity> {
  const value = readInput(collection.schema, context.body);
  const given: Given<T> = { context, value, list, id, former };
  const stored = collection.accept?.(given) ?? (value as unknown as JsonObject);
  const type = `${collection.activity}.${former === null ? 'CREATED' : 'UPDATED'}`;
  const entity = storeEntity(context, type, list, id, stored);
  collection.stored?.(given);
  await context.ports.records.commit();
  return entity;
}

async function performRemove<T>(collection: Collection<T>, context: PlatformContext): Promise<HttpResponse> {
  const entity = entityOf(collection, context);
  const list = listOf(context, collection.path);
  collection.checkRemoval?.(context, entity, list);
  context.state.entities.remove(list, entity.id);
  noteChange(context, {
    type: `${collection.activity}.DELETED`,
    path: `${list}/${entity.id}`,
    id: entity.id,
    ...userOf(list),
  });
  await context.ports.records.commit();
  return noContent();
}
