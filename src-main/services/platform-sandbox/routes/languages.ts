import { z } from 'zod';
import type { HttpResponse } from '#main/platform/http.ts';
import { type Collection, collectionRoutes, showEntity, storeEntity } from '../collection.ts';
import type { PlatformContext, Route } from '../context.ts';
import { invalidValue, notUnique } from '../failure.ts';
import { jsonResponse } from '../http/responses.ts';
import { readInput } from '../input.ts';
import { localeSchema } from '../locale.ts';
import { type Entity, textOf } from '../state/entities.ts';

const schema = z.object({
  locale: localeSchema,
  name: z.string().max(256).optional(),
  enabled: z.boolean().default(true),
  default: z.boolean().default(false),
});

const languages: Collection<z.output<typeof schema>> = {
  path: '/languages',
  name: 'language',
  activity: 'LANGUAGE',
  calls: ['list', 'create', 'read', 'replace', 'remove'],
  schema,
  accept({ context, value, id, former }) {
    const other = languageWith(context, value.locale);
    if (other !== undefined && other.id !== id)
      throw notUnique('locale', `The language ${value.locale} already exists.`);
    if (value.default && !value.enabled)
      throw invalidValue('enabled', 'The default language must be enabled.');
    if (former?.value['default'] === true && !value.default)
      throw invalidValue('default', 'Make another language the default: an environment always has one.');
    return undefined;
  },
  stored({ context, value, id }) {
    if (value.default) makeOnlyDefault(context, id);
  },
  checkRemoval(_context, { value }) {
    if (value['default'] === true)
      throw invalidValue(
        'default',
        'The default language cannot be deleted. Make another language the default first.',
      );
  },
};

/** The languages of an environment; a write sets the default. Spec 3 §4.2 */
export const languageRoutes: readonly Route[] = [
  ...collectionRoutes(languages),
  ...(['PUT', 'PATCH'] as const).map(
    (method): Route => ({
      method,
      path: '/environments/{env}/languages',
      rateGroup: 'configuration',
      perform: setDefault,
    }),
  ),
];

/** The whole list is written by naming the language that is to be the default. */
async function setDefault(context: PlatformContext): Promise<HttpResponse> {
  const { locale } = readInput(z.object({ locale: localeSchema }), context.body);
  const language = languageWith(context, locale);
  if (language === undefined) throw invalidValue('locale', `The environment has no language ${locale}.`);
  const value = { ...language.value, enabled: true, default: true };
  const entity = storeEntity(context, 'LANGUAGE.UPDATED', 'languages', language.id, value);
  makeOnlyDefault(context, language.id);
  await context.ports.records.commit();
  return jsonResponse(200, showEntity(languages, context, entity));
}

function languageWith({ state }: PlatformContext, locale: string): Entity | undefined {
  const wanted = locale.toLowerCase();
  return state.entities
    .all('languages')
    .find(({ value }) => textOf(value, 'locale').toLowerCase() === wanted);
}

function makeOnlyDefault(context: PlatformContext, id: string): void {
  for (const { id: other, value } of context.state.entities.all('languages'))
    if (other !== id && value['default'] === true)
      storeEntity(context, 'LANGUAGE.UPDATED', 'languages', other, { ...value, default: false });
}
