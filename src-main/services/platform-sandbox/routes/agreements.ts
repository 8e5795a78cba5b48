import { z } from 'zod';
import { type Collection, collectionRoutes, type Given } from '../collection.ts';
import type { PlatformContext, Route } from '../context.ts';
import { invalidValue, notUnique, PlatformError, tooMany } from '../failure.ts';
import { isoTime } from '../ids.ts';
import type { Entity, JsonObject } from '../state/entities.ts';
import { currentRevision, defaultLocale, defaultText } from '../texts.ts';

const maxConsents = 100;
const dayMillis = 86_400_000;

const schema = z.object({
  name: z.string().min(1).max(256),
  description: z.string().max(1_024).optional(),
  enabled: z.boolean(),
  reconsentPeriodDays: z.number().positive().max(100_000).optional(),
});
type Agreement = z.output<typeof schema>;

const agreements: Collection<Agreement> = {
  path: '/agreements',
  name: 'agreement',
  activity: 'AGREEMENT',
  calls: ['list', 'create', 'read', 'replace', 'remove'],
  schema,
  accept(given) {
    checkName(given);
    checkEnabled(given);
    return undefined;
  },
  shown: (context, { id }) => countsOf(context, id),
  checkRemoval({ state }, { id }) {
    if (state.consents.countOf(id) > 0)
      throw new PlatformError(
        400,
        'REQUEST_FAILED',
        'The agreement cannot be deleted: users have consented to it. Disable it instead.',
      );
    checkUnused(state.entities.all('signOnPolicies'), state, id, 'deleted');
  },
};

/** Agreements, to which users consent. consent-platform-semantics §1 */
export const agreementRoutes: readonly Route[] = collectionRoutes(agreements);

function checkName({ context, value, id, former }: Given<Agreement>): void {
  const others = context.state.entities.all('agreements').filter((each) => each.id !== id);
  if (former === null && others.length >= maxConsents)
    throw tooMany('agreements', `An environment has at most ${maxConsents} agreements.`, maxConsents);
  if (others.some((each) => each.value['name'] === value.name))
    throw notUnique('name', `An agreement with the name ${value.name} already exists.`);
}

function checkEnabled({ context, value, id, former }: Given<Agreement>): void {
  const { state, nowMillis } = context;
  if (!value.enabled) {
    if (former?.value['enabled'] === true)
      checkUnused(state.entities.all('signOnPolicies'), state, id, 'disabled');
    return;
  }
  const locale = defaultLocale(state);
  const content = defaultText(state, id);
  if (content?.value['enabled'] !== true || currentRevision(state, id, content.id, nowMillis) === null)
    throw invalidValue(
      'enabled',
      `An enabled agreement requires an effective text in the default language ${locale}.`,
    );
}

/** An agreement that a sign-on action shows has to stay. */
function checkUnused(
  policies: readonly Entity[],
  { entities }: PlatformContext['state'],
  agreementId: string,
  what: string,
): void {
  const isUsed = policies.some((policy) =>
    entities.all(`signOnPolicies/${policy.id}/actions`).some(({ value }) => {
      const agreement = value['agreement'] as JsonObject | undefined;
      return agreement?.['id'] === agreementId;
    }),
  );
  if (isUsed)
    throw new PlatformError(
      400,
      'REQUEST_FAILED',
      `The agreement cannot be ${what}: a sign-on action uses it.`,
    );
}

/** Counts of an agreement, and when they were made. */
interface Counts {
  readonly atMillis: number;
  readonly total: number;
  readonly expired: number;
}

const counted = new WeakMap<PlatformContext['state'], Map<string, Counts>>();

/** Counted anew about once a day, as on the platform. */
function countsOf({ state, nowMillis }: PlatformContext, agreementId: string): JsonObject {
  const known = counted.get(state) ?? new Map<string, Counts>();
  counted.set(state, known);
  let counts = known.get(agreementId);
  if (counts === undefined || Math.abs(nowMillis - counts.atMillis) >= dayMillis) {
    counts = { atMillis: nowMillis, ...countNow(state, agreementId, nowMillis) };
    known.set(agreementId, counts);
  }
  return {
    totalConsents: counts.total,
    totalExpiredConsents: counts.expired,
    consentsAggregatedAt: isoTime(counts.atMillis),
  };
}

function countNow({ consents, entities }: PlatformContext['state'], agreementId: string, nowMillis: number) {
  const days = entities.get('agreements', agreementId)?.value['reconsentPeriodDays'];
  const periodMillis = typeof days === 'number' ? days * dayMillis : Number.POSITIVE_INFINITY;
  let total = 0;
  let expired = 0;
  for (const { consentedAtMillis, revokedAtMillis } of consents.of(agreementId)) {
    if (revokedAtMillis !== null) continue;
    total += 1;
    if (consentedAtMillis + periodMillis <= nowMillis) expired += 1;
  }
  return { total, expired };
}
