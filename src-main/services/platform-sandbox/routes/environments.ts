import type { Route } from '../context.ts';
import { baseUrl, type PlatformContext, param } from '../context.ts';
import { notFound } from '../failure.ts';
import { jsonResponse } from '../http/responses.ts';
import { isoTime } from '../ids.ts';
import { pageOf, pageResponse, readListQuery } from '../lists.ts';
import type { Entity, JsonObject } from '../state/entities.ts';

/** Environments; the sandbox has one. Spec 3 §1 */
export const environmentRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/environments',
    rateGroup: 'configuration',
    perform(context) {
      const query = readListQuery(context);
      const all = context.state.entities
        .all('environments')
        .map((each) => ({ order: each.order, shown: shown(context, each) }));
      return pageResponse(context, 'environments', pageOf(all, query), query);
    },
  },
  {
    method: 'GET',
    path: '/environments/{env}',
    rateGroup: 'configuration',
    perform(context) {
      const entity = context.state.entities.get('environments', param(context, 'env'));
      if (entity === undefined) throw notFound('environment', param(context, 'env'));
      return jsonResponse(200, shown(context, entity));
    },
  },
];

function shown(
  context: PlatformContext,
  { id, value, createdAtMillis, updatedAtMillis }: Entity,
): JsonObject {
  const base = `${baseUrl(context)}/environments`;
  return {
    _links: { self: { href: `${base}/${id}` }, users: { href: `${base}/${id}/users` } },
    id,
    ...value,
    createdAt: isoTime(createdAtMillis),
    updatedAt: isoTime(updatedAtMillis),
  };
}
