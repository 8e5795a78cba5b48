import { z } from 'zod';
import type { Route } from '../context.ts';
import { environmentUrl, type PlatformContext, param } from '../context.ts';
import { isoTime } from '../ids.ts';
import { readInput } from '../input.ts';
import { isSelected, type ListQuery, type Page, pageResponse, readListQuery } from '../lists.ts';
import type { Activity } from '../state/activities.ts';
import type { JsonObject } from '../state/entities.ts';

const path = '/environments/{env}/activities';
const bodySchema = z.object({ filter: z.string().max(100_000).optional() });

/** Audit activities, the newest first: with the filter in the query, or in the body. Spec 3 §4.2, §6 */
export const activityRoutes: readonly Route[] = [
  {
    method: 'GET',
    path,
    rateGroup: 'audit',
    perform: (context) => handleActivities(context, readListQuery(context)),
  },
  {
    method: 'POST',
    path,
    rateGroup: 'audit',
    perform: (context) =>
      handleActivities(context, readListQuery(context, readInput(bodySchema, context.body).filter)),
  },
];

function handleActivities(context: PlatformContext, query: ListQuery) {
  return pageResponse(context, 'activities', pageOfActivities(context, query), query);
}

function pageOfActivities(context: PlatformContext, { filter, after, limit }: ListQuery): Page {
  const items: { order: number; shown: JsonObject }[] = [];
  let count = 0;
  let hasMore = false;
  for (const activity of context.state.activities.newest()) {
    const shown = showActivity(context, activity);
    if (!isSelected(filter, shown)) continue;
    count += 1;
    if (after !== null && activity.sequence >= after) continue;
    if (items.length < limit) items.push({ order: activity.sequence, shown });
    else hasMore = true;
  }
  return { items, count, hasMore };
}

function showActivity(context: PlatformContext, activity: Activity): JsonObject {
  const { id, type, atMillis, clientId, username, correlationId, resource, userId } = activity;
  const environment = { id: param(context, 'env') };
  const client = { id: clientId, name: clientId, type: 'CLIENT', environment };
  const users = userId === null || resource.type === 'USER' ? [] : [userResource(context, userId)];
  return {
    _links: { self: { href: `${environmentUrl(context)}/activities/${id}` } },
    id,
    recordedAt: isoTime(atMillis),
    correlationId,
    actors: { client, ...(username === null ? {} : { user: { name: username, type: 'USER', environment } }) },
    action: { type, description: descriptionOf(type) },
    resources: [{ ...resource, environment }, ...users],
    result: { status: 'SUCCESS', description: descriptionOf(type) },
  };
}

function userResource(context: PlatformContext, id: string): JsonObject {
  return {
    type: 'USER',
    id,
    href: `${environmentUrl(context)}/users/${id}`,
    environment: { id: param(context, 'env') },
  };
}

/** `AGREEMENT_CONSENT.ACCEPTED`: agreement consent accepted. */
function descriptionOf(type: string): string {
  const words = type.replaceAll(/[_.]/g, ' ').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
