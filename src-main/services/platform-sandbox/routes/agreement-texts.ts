import { z } from 'zod';
import { instantOf } from '#shared/connectors/values/date-time.ts';
import { type Collection, collectionRoutes } from '../collection.ts';
import type { Route } from '../context.ts';
import { type PlatformContext, param } from '../context.ts';
import { invalidValue, notUnique, PlatformError, tooMany } from '../failure.ts';
import { isoTime } from '../ids.ts';
import { localeSchema } from '../locale.ts';
import { textOf } from '../state/entities.ts';
import {
  currentRevision,
  defaultLocale,
  defaultText,
  effectiveAtMillis,
  languagesOf,
  revisionsOf,
} from '../texts.ts';

const maxRevisions = 100;
/** How far in the past “now” may be for a clock that is a little behind, in milliseconds. */
const nowToleranceMillis = 60_000;

const languageSchema = z.object({
  displayName: z.string().min(1).max(256),
  locale: localeSchema,
  enabled: z.boolean().default(false),
  userExperience: z
    .object({
      acceptCheckboxText: z.string().max(512).optional(),
      continueButtonText: z.string().max(512).optional(),
      declineButtonText: z.string().max(512).optional(),
    })
    .optional(),
});

const languages: Collection<z.output<typeof languageSchema>> = {
  path: '/agreements/{agreement}/languages',
  name: 'language',
  activity: 'AGREEMENT_LANGUAGE',
  calls: ['list', 'create', 'read', 'replace', 'remove'],
  schema: languageSchema,
  accept({ context, value, id }) {
    const { state, nowMillis } = context;
    const agreementId = param(context, 'agreement');
    const locale = value.locale.toLowerCase();
    const others = languagesOf(state, agreementId).filter((each) => each.id !== id);
    if (others.some((each) => textOf(each.value, 'locale').toLowerCase() === locale))
      throw notUnique('locale', `The agreement already has a text in ${value.locale}.`);
    if (value.enabled && currentRevision(state, agreementId, id, nowMillis) === null)
      throw invalidValue('enabled', 'An enabled language requires an effective revision.');
    if (!value.enabled || locale !== defaultLocale(state).toLowerCase()) checkNotNeeded(context, id);
    return undefined;
  },
  shown(context, { id }) {
    const agreementId = param(context, 'agreement');
    const current = currentRevision(context.state, agreementId, id, context.nowMillis);
    const revision = current === null ? {} : { currentRevision: { id: current.id } };
    return { agreement: { id: agreementId }, ...revision };
  },
  checkRemoval(context, { id }) {
    const { state } = context;
    const agreementId = param(context, 'agreement');
    checkNotNeeded(context, id);
    for (const { languageId } of state.consents.of(agreementId))
      if (languageId === id) throw inUse('The language cannot be deleted: users have consented in it.');
    if (revisionsOf(state, agreementId, id).some((each) => effectiveAtMillis(each) <= context.nowMillis))
      throw inUse(
        'The language cannot be deleted: a revision of it has become effective. Disable it instead.',
      );
  },
};

/** An enabled agreement keeps its text in the default language. */
function checkNotNeeded(context: PlatformContext, languageId: string): void {
  const { state } = context;
  const agreementId = param(context, 'agreement');
  const agreement = state.entities.get('agreements', agreementId);
  if (agreement?.value['enabled'] === true && defaultText(state, agreementId)?.id === languageId)
    throw invalidValue('enabled', 'The agreement is enabled and requires its text in the default language.');
}

const revisionSchema = z.object({
  contentType: z.enum(['text/html', 'text/plain']),
  text: z.string().min(1).max(32_000),
  effectiveAt: z
    .string()
    .refine((text) => instantOf(text) !== null && /T/i.test(text) && /(?:Z|[+-]\d\d:?\d\d)$/i.test(text), {
      error: 'is not an RFC 3339 time with an offset',
    }),
  requireReconsent: z.boolean(),
});

const revisions: Collection<z.output<typeof revisionSchema>> = {
  path: '/agreements/{agreement}/languages/{language}/revisions',
  name: 'revision',
  activity: 'AGREEMENT_REVISION',
  calls: ['list', 'create', 'read', 'remove'],
  schema: revisionSchema,
  accept({ context, value }) {
    const { state, nowMillis } = context;
    const others = revisionsOf(state, param(context, 'agreement'), param(context, 'language'));
    const atMillis = Math.floor(instantOf(value.effectiveAt) ?? 0);
    if (others.length >= maxRevisions)
      throw tooMany('revisions', `A language has at most ${maxRevisions} revisions.`, maxRevisions);
    if (atMillis < nowMillis - nowToleranceMillis)
      throw invalidValue('effectiveAt', 'A revision takes effect now or later.');
    if (others.some((each) => effectiveAtMillis(each) === atMillis))
      throw notUnique('effectiveAt', 'Another revision of the language takes effect at this time.');
    return { ...value, effectiveAt: isoTime(atMillis) };
  },
  shown(context, entity) {
    const [agreement, language] = [param(context, 'agreement'), param(context, 'language')];
    const all = revisionsOf(context.state, agreement, language);
    const next = all[all.findIndex(({ id }) => id === entity.id) + 1];
    const end = next === undefined ? {} : { notValidAfter: isoTime(effectiveAtMillis(next)) };
    return { agreement: { id: agreement }, language: { id: language }, ...end };
  },
  checkRemoval({ nowMillis }, entity) {
    if (effectiveAtMillis(entity) <= nowMillis)
      throw inUse('The revision cannot be deleted: it has become effective.');
  },
};

function inUse(message: string): PlatformError {
  return new PlatformError(400, 'REQUEST_FAILED', message);
}

/** The texts of agreements: languages and their revisions. consent-platform-semantics §1 */
export const agreementTextRoutes: readonly Route[] = [
  ...collectionRoutes(languages),
  ...collectionRoutes(revisions),
];
