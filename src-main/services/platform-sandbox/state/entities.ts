import { type RecordStore, sandboxRecordKinds } from '#main/platform/ports.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

const entityKind = sandboxRecordKinds.entity;

export type JsonObject = Readonly<Record<string, JsonValue>>;

/** A member of a thing that is a text; empty where it is none. */
export function textOf(value: JsonObject, name: string): string {
  const text = value[name];
  return typeof text === 'string' ? text : '';
}

/** A thing of the environment. */
export interface Entity {
  readonly id: string;
  /** Place among all things, by which lists are cut into pages. */
  readonly order: number;
  readonly value: JsonObject;
  readonly createdAtMillis: number;
  readonly updatedAtMillis: number;
}

/** An initial entity of the sandbox. */
export interface SeededEntity {
  /** Path of its list below the environment, such as `agreements/<id>/languages`. */
  readonly list: string;
  readonly id: string;
  readonly value: JsonObject;
}

/** The things of the environment in their lists, in the order in which they were made. */
export interface Entities {
  get(list: string, id: string): Entity | undefined;
  all(list: string): readonly Entity[];
  put(list: string, id: string, value: JsonObject, nowMillis: number): Entity;
  /** With it goes all that lies below it. */
  remove(list: string, id: string): void;
  /** All that lies below something that is kept elsewhere. */
  removeBelow(path: string): void;
  load(seeds: readonly SeededEntity[], seededAtMillis: number): Promise<void>;
}

/** null: a thing of the beginning that was removed. */
type Stored = { readonly list: string; readonly entity: Entity | null };

/** Keeps the entities; the caller commits its changes. */
export function createEntities(records: RecordStore): Entities {
  const lists = new Map<string, Map<string, Entity>>();
  const seeded = new Set<string>();
  let lastOrder = 0;
  const tableOf = (list: string) => {
    let table = lists.get(list);
    if (table === undefined) {
      table = new Map();
      lists.set(list, table);
    }
    return table;
  };

  /** An existing entity keeps its place, a new one comes last. */
  function set(list: string, entity: Omit<Entity, 'order'>): Entity {
    const table = tableOf(list);
    const former = table.get(entity.id);
    if (former === undefined) lastOrder += 1;
    const placed = { ...entity, order: former?.order ?? lastOrder };
    table.set(entity.id, placed);
    return placed;
  }

  function removeOne(list: string, id: string): void {
    const key = `${list}/${id}`;
    lists.get(list)?.delete(id);
    if (seeded.has(key)) records.put(entityKind, key, { list, entity: null } satisfies Stored);
    else records.remove(entityKind, key);
  }

  function removeBelow(path: string): void {
    for (const [list, table] of lists)
      if (list.startsWith(`${path}/`)) for (const id of table.keys()) removeOne(list, id);
  }

  return {
    get: (list, id) => lists.get(list)?.get(id),
    all: (list) => [...(lists.get(list)?.values() ?? [])],
    put(list, id, value, nowMillis) {
      const createdAtMillis = lists.get(list)?.get(id)?.createdAtMillis ?? nowMillis;
      const entity = set(list, { id, value, createdAtMillis, updatedAtMillis: nowMillis });
      records.put(entityKind, `${list}/${id}`, { list, entity } satisfies Stored);
      return entity;
    },
    remove(list, id) {
      removeBelow(`${list}/${id}`);
      removeOne(list, id);
    },
    removeBelow,
    async load(seeds, seededAtMillis) {
      for (const { list, id, value } of seeds) {
        set(list, { id, value, createdAtMillis: seededAtMillis, updatedAtMillis: seededAtMillis });
        seeded.add(`${list}/${id}`);
      }
      const stored = await records.list<Stored>(entityKind);
      const age = ({ value }: { readonly value: Stored }) => value.entity?.createdAtMillis ?? 0;
      for (const { id, value } of stored.toSorted((a, b) => age(a) - age(b)))
        if (value.entity === null) lists.get(value.list)?.delete(id.slice(value.list.length + 1));
        else set(value.list, value.entity);
    },
  };
}
