import type { z } from 'zod';
import { storeEntity } from './collection.ts';
import type { Route } from './context.ts';
import { environmentUrl, type PlatformContext, param } from './context.ts';
import { jsonResponse } from './http/responses.ts';
import { isoTime } from './ids.ts';
import { readInput } from './input.ts';
import type { JsonObject } from './state/entities.ts';

/** Settings of which an environment has one each. */
export interface Singleton<T> {
  /** Below the environment; the last segment names it. */
  readonly path: string;
  readonly activity: string;
  readonly schema: z.ZodType<T>;
  /** @throws PlatformError where a rule does not hold */
  readonly check?: (context: PlatformContext, value: T) => void;
}

const list = 'settings';

/** Returns the present settings. */
export function settingsOf<T>({ path, schema }: Singleton<T>, { state }: PlatformContext): T {
  return schema.parse(state.entities.get(list, path.slice(1))?.value ?? {});
}

/** GET and PUT of settings. */
export function singletonRoutes<T>(singleton: Singleton<T>): readonly Route[] {
  const path = `/environments/{env}${singleton.path}`;
  const show = (context: PlatformContext) => {
    const changed = context.state.entities.get(list, singleton.path.slice(1));
    const updated = changed === undefined ? {} : { updatedAt: isoTime(changed.updatedAtMillis) };
    return jsonResponse(200, {
      _links: { self: { href: `${environmentUrl(context)}${singleton.path}` } },
      environment: { id: param(context, 'env') },
      ...(settingsOf(singleton, context) as unknown as JsonObject),
      ...updated,
    });
  };
  return [
    { method: 'GET', path, rateGroup: 'configuration', perform: show },
    {
      method: 'PUT',
      path,
      rateGroup: 'configuration',
      async perform(context) {
        const value = readInput(singleton.schema, context.body);
        singleton.check?.(context, value);
        const id = singleton.path.slice(1);
        storeEntity(context, `${singleton.activity}.UPDATED`, list, id, value as unknown as JsonObject);
        await context.ports.records.commit();
        return show(context);
      },
    },
  ];
}
