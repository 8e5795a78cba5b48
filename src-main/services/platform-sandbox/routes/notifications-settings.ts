import { z } from 'zod';
import { type Collection, collectionRoutes, type Given } from '../collection.ts';
import type { PlatformContext, Route } from '../context.ts';
import { invalidData, invalidValue } from '../failure.ts';
import { type Singleton, singletonRoutes } from '../singleton.ts';
import type { JsonObject } from '../state/entities.ts';

/** The platform's own account, last in a chain. */
const platformProvider = 'PLATFORM_DEFAULT';
const phoneSettings = 'notificationsSettings/phoneDeliverySettings';

const settingsSchema = z.object({
  /** Providers in the order in which they are tried. */
  smsProvidersFallbackChain: z.array(z.string().min(1)).default([platformProvider]),
  from: z.object({ name: z.string().max(256).optional(), address: z.email() }).optional(),
});

const settings: Singleton<z.output<typeof settingsSchema>> = {
  path: '/notificationsSettings',
  activity: 'NOTIFICATIONS_SETTINGS',
  schema: settingsSchema,
  check(context, value) {
    if (context.body['defaultLanguage'] !== undefined)
      throw invalidValue(
        'defaultLanguage',
        'defaultLanguage was removed: the language of the environment applies.',
      );
    checkChain(context, value.smsProvidersFallbackChain);
  },
};

function checkChain({ state }: PlatformContext, chain: readonly string[]): void {
  const known = state.entities.all(phoneSettings).flatMap(({ id, value }) => [id, value['provider']]);
  const unknown = chain.filter((each) => each !== platformProvider && !known.includes(each));
  if (unknown.length > 0)
    throw invalidValue('smsProvidersFallbackChain', `The provider ${unknown.join(', ')} does not exist.`, {
      referencedValues: unknown,
    });
}

const deliverySchema = z.object({
  name: z.string().max(256).optional(),
  provider: z.string().regex(/^CUSTOM_[A-Z0-9]+(?:_[A-Z0-9]+)*$/, {
    error: 'is neither CUSTOM_PROVIDER nor CUSTOM_<THIRD_PARTY_NAME>',
  }),
  /** Account at a third party. */
  sid: z.string().min(1).optional(),
  authToken: z.string().min(1).optional(),
  /** How a gateway of the customer's own is called. */
  requests: z
    .array(
      z.object({
        deliveryMethod: z.enum(['SMS', 'VOICE']),
        method: z.enum(['GET', 'POST']),
        url: z.url({ protocol: /^https?$/ }),
        headers: z.record(z.string(), z.string()).optional(),
        body: z.string().optional(),
      }),
    )
    .optional(),
  authentication: z
    .object({ method: z.enum(['BASIC', 'BEARER']), username: z.string().optional() })
    .optional(),
  numbers: z
    .array(
      z.object({
        number: z.string().regex(/^\+?[\d ]{3,20}$/),
        type: z.enum(['PHONE_NUMBER', 'SHORT_CODE', 'TOLL_FREE']),
        supportedCountries: z.array(z.string().regex(/^[A-Z]{2}$/)).optional(),
      }),
    )
    .optional(),
});
type Delivery = z.output<typeof deliverySchema>;

const deliveries: Collection<Delivery> = {
  path: `/${phoneSettings}`,
  name: 'phoneDeliverySettings',
  activity: 'PHONE_DELIVERY_SETTINGS',
  calls: ['list', 'create', 'read', 'replace', 'remove'],
  schema: deliverySchema,
  accept(given) {
    checkAccount(given);
    checkCountries(given);
    // The token of an account is taken and never shown.
    const { authToken: _secret, ...stored } = given.value;
    return stored as unknown as JsonObject;
  },
};

/** How notifications leave: settings, and accounts for text and voice messages. Spec 3 §2 */
export const notificationsSettingsRoutes: readonly Route[] = [
  ...singletonRoutes(settings),
  ...collectionRoutes(deliveries),
];

function checkAccount({ value, former }: Given<Delivery>): void {
  if (former !== null && former.value['provider'] !== value.provider)
    throw invalidValue('provider', 'The provider cannot be changed.');
  const isOwn = value.provider === 'CUSTOM_PROVIDER';
  const missing = isOwn
    ? (value.requests ?? []).length > 0
      ? []
      : ['requests']
    : (['sid', 'authToken'] as const).filter((name) => value[name] === undefined && former === null);
  if (missing.length > 0)
    throw invalidData(
      missing.map((target) => ({
        code: 'REQUIRED_VALUE',
        target,
        message: `${target} is required for ${value.provider}.`,
      })),
    );
}

function checkCountries({ value }: Given<Delivery>): void {
  for (const [index, { type, supportedCountries }] of (value.numbers ?? []).entries())
    if (type === 'PHONE_NUMBER' && supportedCountries !== undefined)
      throw invalidValue(
        `numbers.${index}.supportedCountries`,
        'supportedCountries are those of short codes and toll-free numbers.',
      );
}
