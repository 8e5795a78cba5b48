import { z } from 'zod';
import {
  type Collection,
  collectionRoutes,
  entityOf,
  type Given,
  othersOf,
  showEntity,
} from '../collection.ts';
import type { Route } from '../context.ts';
import { environmentUrl } from '../context.ts';
import { invalidData, invalidValue } from '../failure.ts';
import { deprecationHeaders } from '../http/deprecation.ts';
import { jsonResponse } from '../http/responses.ts';
import { pageOf, pageResponse, readListQuery } from '../lists.ts';
import { localeSchema } from '../locale.ts';
import { type JsonObject, textOf } from '../state/entities.ts';
import { defaultLocale } from '../texts.ts';

/** When the ids of templates changed. Spec 3 §9 */
const renamedAtMillis = Date.UTC(2019, 6, 31);
const template = { path: '/templates', name: 'template' } as const;

const templateRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/environments/{env}/templates',
    rateGroup: 'configuration',
    perform(context) {
      const query = readListQuery(context);
      const current = context.state.entities
        .all('templates')
        .filter(({ value }) => value['replacedBy'] === undefined);
      const all = current.map((entity) => ({
        order: entity.order,
        shown: showEntity(template, context, entity),
      }));
      return pageResponse(context, 'templates', pageOf(all, query), query);
    },
  },
  {
    method: 'GET',
    path: '/environments/{env}/templates/{template}',
    rateGroup: 'configuration',
    perform(context) {
      const entity = entityOf(template, context);
      const replacedBy = textOf(entity.value, 'replacedBy');
      const successor = `${environmentUrl(context)}/templates/${replacedBy}`;
      const headers =
        replacedBy === '' ? [] : deprecationHeaders({ sinceMillis: renamedAtMillis, successor });
      return jsonResponse(200, showEntity(template, context, entity), headers);
    },
  },
];

const address = z.object({ name: z.string().max(256).optional(), address: z.email().max(256) });
const contentSchema = z.object({
  locale: localeSchema.optional(),
  deliveryMethod: z.enum(['Email', 'SMS', 'Voice', 'Push']),
  /** Several contents of one template, method and locale differ in it. */
  variant: z.string().min(1).max(100).optional(),
  subject: z.string().max(256).optional(),
  body: z.string().min(1).max(100_000),
  /** Of whatever domain: an untrusted one is a matter of the custom sender. */
  from: address.optional(),
  replyTo: address.optional(),
  allowDynamicVariables: z.boolean().default(false),
});
type Content = z.output<typeof contentSchema>;

const contents: Collection<Content> = {
  path: '/templates/{template}/contents',
  name: 'content',
  activity: 'TEMPLATE_CONTENT',
  calls: ['list', 'create', 'read', 'replace', 'remove'],
  schema: contentSchema,
  accept(given) {
    const { value, context } = given;
    const locale = value.locale ?? defaultLocale(context.state);
    const stored = { ...value, locale } as unknown as JsonObject;
    checkUnique(given, stored);
    checkVariables(given);
    return stored;
  },
  shown: (_context, { value }) => ({ variables: [...variablesIn(textOf(value, 'body'))] }),
};

/** Notification templates and the contents that customers give them. Spec 3 §2, §4.2, §7 */
export const notificationTemplateRoutes: readonly Route[] = [
  ...templateRoutes,
  ...collectionRoutes(contents),
];

function keyOf(value: JsonObject): string {
  return JSON.stringify([
    textOf(value, 'locale').toLowerCase(),
    value['deliveryMethod'],
    value['variant'] ?? null,
  ]);
}

function checkUnique(given: Given<Content>, stored: JsonObject): void {
  const key = keyOf(stored);
  if (othersOf(given).every(({ value }) => keyOf(value) !== key)) return;
  throw invalidData(
    ['template', 'locale', 'deliveryMethod', 'variant'].map((target) => ({
      code: 'UNIQUENESS_VIOLATION',
      target,
      message: 'Another content already has this template, locale, deliveryMethod and variant.',
    })),
  );
}

/** Names of placeholders such as `${otp}`, which are the same in upper and lower case. Spec 3 §2 */
function variablesIn(body: string): ReadonlySet<string> {
  return new Set([...body.matchAll(/\$\{\s*([\w.]+)\s*\}/g)].map(([, name = '']) => name.toLowerCase()));
}

function checkVariables({ context, list, value }: Given<Content>): void {
  if (value.allowDynamicVariables) return;
  const id = list.split('/')[1] ?? '';
  const known = context.state.entities.get('templates', id)?.value['variables'] ?? [];
  const names = new Set(Array.isArray(known) ? known : []);
  const unknown = [...variablesIn(value.body)].filter((name) => !names.has(name));
  if (unknown.length > 0)
    throw invalidValue('body', `The template does not have the variables ${unknown.join(', ')}.`, {
      referencedValues: unknown,
    });
}
