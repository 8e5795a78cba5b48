import type { Route } from '../context.ts';
import { environmentUrl, type PlatformContext, param } from '../context.ts';
import { notFound } from '../failure.ts';
import { deprecationHeaders } from '../http/deprecation.ts';
import { jsonResponse } from '../http/responses.ts';
import { isoTime } from '../ids.ts';
import { pageOf, pageResponse, readListQuery } from '../lists.ts';
import { sandboxEnvironmentId, sandboxLicenseId, sandboxOrganizationId } from '../seed/ids.ts';

/** When the counts moved under metrics. Spec 3 §9 */
const deprecatedAtMillis = Date.UTC(2021, 1, 5);
const dayMillis = 86_400_000;
const days = 30;

/** Identities that something happened to, in the three forms of their count. Spec 3 §4.2 */
export const metricsRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/environments/{env}/activeIdentityCounts',
    rateGroup: 'analytics',
    perform(context) {
      const successor = `${environmentUrl(context)}/metrics/activeIdentityCounts`;
      const response = countsByDay(context);
      const headers = deprecationHeaders({ sinceMillis: deprecatedAtMillis, successor });
      return { ...response, headers: [...response.headers, ...headers] };
    },
  },
  {
    method: 'GET',
    path: '/environments/{env}/metrics/activeIdentityCounts',
    rateGroup: 'analytics',
    perform: countsByDay,
  },
  {
    method: 'GET',
    path: '/organizations/{org}/licenses/{license}/metrics/activeIdentityCount',
    rateGroup: 'analytics',
    perform(context) {
      const [organization, license] = [param(context, 'org'), param(context, 'license')];
      if (organization !== sandboxOrganizationId) throw notFound('organization', organization);
      if (license !== sandboxLicenseId) throw notFound('license', license);
      return jsonResponse(200, {
        _links: { self: { href: `${context.request.origin}${context.request.path}` } },
        organization: { id: organization },
        license: { id: license },
        activeIdentityCount: activeUsers(context, context.nowMillis - days * dayMillis).size,
        environments: [{ id: sandboxEnvironmentId }],
        occurredAt: isoTime(context.nowMillis),
      });
    },
  },
];

/** One count a day, the newest first. */
function countsByDay(context: PlatformContext) {
  const query = readListQuery(context);
  const today = Math.floor(context.nowMillis / dayMillis) * dayMillis;
  const counts = Array.from({ length: days }, (_, back) => {
    const start = today - back * dayMillis;
    const activeIdentities = activeUsers(context, start, start + dayMillis).size;
    return { order: back, shown: { occurredAt: isoTime(start), activeIdentities } };
  });
  return pageResponse(context, 'activeIdentityCounts', pageOf(counts, query), query);
}

/** Users of whom an activity is kept from within these times. */
function activeUsers(
  { state }: PlatformContext,
  sinceMillis: number,
  untilMillis = Number.POSITIVE_INFINITY,
): ReadonlySet<string> {
  const users = new Set<string>();
  for (const { atMillis, userId } of state.activities.newest())
    if (userId !== null && atMillis >= sinceMillis && atMillis < untilMillis) users.add(userId);
  return users;
}
