import type { HttpResponse } from '#main/platform/http.ts';
import { instantOf } from '#shared/connectors/values/date-time.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { noteChange } from '../changes.ts';
import { showConsent } from '../consent-state.ts';
import type { Route } from '../context.ts';
import { type PlatformContext, param } from '../context.ts';
import { type ErrorDetail, invalidData, invalidValue, notFound } from '../failure.ts';
import { jsonResponse } from '../http/responses.ts';
import { pageOf, pageResponse, readListQuery } from '../lists.ts';
import type { Entity, JsonObject } from '../state/entities.ts';
import { currentRevision } from '../texts.ts';
import { userOf } from './users.ts';

const list = '/environments/{env}/users/{user}/agreementConsents';
/** One description calls the last segment the id of the consent: it is that of the agreement. Spec 3 §4.1 */
const one = `${list}/{agreement}`;

/** How far the clocks of callers may be ahead. */
const clockToleranceMillis = 300_000;
const time = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** Consents of users to agreements. Spec 3 §4.1 */
export const consentRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: list,
    rateGroup: 'directoryRead',
    perform(context) {
      const user = userOf(context);
      const query = readListQuery(context);
      const agreements = context.state.entities.all('agreements');
      const all = agreements.map((agreement) => ({
        order: agreement.order,
        shown: showConsent(context, user.id, agreement),
      }));
      return pageResponse(context, 'agreementConsents', pageOf(all, query), query);
    },
  },
  {
    method: 'GET',
    path: one,
    rateGroup: 'directoryRead',
    perform: (context) => jsonResponse(200, showConsent(context, userOf(context).id, agreementOf(context))),
  },
  {
    method: 'POST',
    path: one,
    rateGroup: 'directoryWrite',
    action: 'consent.accept',
    perform: acceptConsent,
  },
  {
    method: 'POST',
    path: one,
    rateGroup: 'directoryWrite',
    action: 'consent.revoke',
    perform: revokeConsent,
  },
];

function agreementOf(context: PlatformContext): Entity {
  const id = param(context, 'agreement');
  const agreement = context.state.entities.get('agreements', id);
  if (agreement === undefined) throw notFound('agreement', id);
  return agreement;
}

async function acceptConsent(context: PlatformContext): Promise<HttpResponse> {
  const { state, body, nowMillis } = context;
  const user = userOf(context);
  const agreement = agreementOf(context);
  const [languageId, revisionId] = idsOf(body);
  const consentedAtMillis = timeOf(body['consentedAt'], nowMillis);
  if (agreement.value['enabled'] !== true) throw invalidValue('agreement.id', 'The agreement is disabled.');
  checkText(context, agreement.id, languageId, revisionId);
  const consent = { languageId, revisionId, consentedAtMillis, revokedAtMillis: null };
  state.consents.put(user.id, agreement.id, consent);
  return settled(context, user.id, agreement, 'AGREEMENT_CONSENT.ACCEPTED');
}

async function revokeConsent(context: PlatformContext): Promise<HttpResponse> {
  const { state, nowMillis } = context;
  const user = userOf(context);
  const agreement = agreementOf(context);
  const former = state.consents.get(user.id, agreement.id);
  if (former === undefined || former.revokedAtMillis !== null)
    throw invalidData([
      {
        code: 'INVALID_VALUE',
        target: 'agreement.id',
        message: 'The user has no consent to revoke.',
      },
    ]);
  state.consents.put(user.id, agreement.id, { ...former, revokedAtMillis: nowMillis });
  return settled(context, user.id, agreement, 'AGREEMENT_CONSENT.REVOKED');
}

/** Consents that come at the same time share a commit. */
async function settled(
  context: PlatformContext,
  userId: string,
  agreement: Entity,
  type: string,
): Promise<HttpResponse> {
  const path = `users/${userId}/agreementConsents/${agreement.id}`;
  noteChange(context, { type, path, id: agreement.id, userId });
  const response = jsonResponse(200, showConsent(context, userId, agreement));
  await context.ports.records.commit();
  return response;
}

function idsOf(body: JsonObject): readonly [languageId: string, revisionId: string] {
  const details: ErrorDetail[] = [];
  const idOf = (name: 'language' | 'revision'): string => {
    const id = memberOf(body[name], 'id');
    if (typeof id === 'string' && id !== '') return id;
    const target = `${name}.id`;
    details.push(
      id === undefined || id === null || id === ''
        ? { code: 'REQUIRED_VALUE', target, message: `${target} is required.` }
        : { code: 'INVALID_VALUE', target, message: `${target} must be a text.` },
    );
    return '';
  };
  const ids = [idOf('language'), idOf('revision')] as const;
  if (details.length > 0) throw invalidData(details);
  return ids;
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)[name]
    : undefined;
}

/** Absent: the server's own time. @throws PlatformError INVALID_VALUE */
function timeOf(given: JsonValue | undefined, nowMillis: number): number {
  if (given === undefined || given === null) return nowMillis;
  const millis = typeof given === 'string' && time.test(given) ? instantOf(given) : null;
  if (millis === null)
    throw invalidValue(
      'consentedAt',
      'consentedAt must be an RFC 3339 time such as 2021-05-12T18:32:15.591Z.',
    );
  if (millis > nowMillis + clockToleranceMillis)
    throw invalidValue('consentedAt', 'consentedAt is in the future.');
  return Math.floor(millis);
}

/** @throws PlatformError INVALID_VALUE where a language or a revision is not what users can consent to now */
function checkText(
  { state, nowMillis }: PlatformContext,
  agreementId: string,
  languageId: string,
  revisionId: string,
): void {
  const languages = `agreements/${agreementId}/languages`;
  const language = state.entities.get(languages, languageId);
  if (language === undefined)
    throw invalidValue('language.id', `The agreement has no language ${languageId}.`);
  if (language.value['enabled'] !== true) throw invalidValue('language.id', 'The language is disabled.');
  if (state.entities.get(`${languages}/${languageId}/revisions`, revisionId) === undefined)
    throw invalidValue('revision.id', `The language has no revision ${revisionId}.`);
  const current = currentRevision(state, agreementId, languageId, nowMillis);
  if (current?.id !== revisionId)
    throw invalidValue('revision.id', 'The revision is not the most recent effective revision.');
}
