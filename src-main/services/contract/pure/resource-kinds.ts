import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

type JsonObject = Readonly<Record<string, JsonValue>>;

/** A kind of resource: its location, and its shape. */
export interface ResourceKind {
  /** Id of `resources.json`. */
  readonly id: string;
  /** Paths of the list and of one of it. */
  readonly templates: readonly string[];
  /** Name of lists of it in documents. */
  readonly collection?: string;
  /** The member of the value that is the resource; absent: the whole value. */
  readonly member?: string;
  /** Tests whether a document without any path is such a resource. */
  readonly hasShape?: (value: JsonObject) => boolean;
}

const environment = '/environments/{}';
const user = `${environment}/users/{}`;

function collection(name: string, below = environment): readonly string[] {
  return [`${below}/${name}`, `${below}/${name}/{}`];
}

const protocols: ReadonlySet<unknown> = new Set([
  'OPENID_CONNECT',
  'SAML',
  'EXTERNAL_LINK',
  'WS_FED',
  'NONE',
]);
const applicationTypes: ReadonlySet<unknown> = new Set([
  'WEB_APP',
  'NATIVE_APP',
  'SINGLE_PAGE_APP',
  'WORKER',
  'SERVICE',
  'CUSTOM_APP',
]);
const actionTypes: ReadonlySet<unknown> = new Set([
  'LOGIN',
  'IDENTIFIER_FIRST',
  'PROGRESSIVE_PROFILING',
  'IDENTITY_PROVIDER',
  'MULTI_FACTOR_AUTHENTICATION',
  'AGREEMENT',
]);
const deviceTypes: ReadonlySet<unknown> = new Set([
  'EMAIL',
  'SMS',
  'VOICE',
  'TOTP',
  'MOBILE',
  'FIDO2',
  'SECURITY_KEY',
  'PLATFORM',
]);
const deliveryMethods: ReadonlySet<unknown> = new Set(['Email', 'SMS', 'Voice', 'Push']);

function hasAny(value: JsonObject, names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(value, name));
}

/** The resources that rules look into. Where several shapes fit, the first one counts. */
export const resourceKinds: readonly ResourceKind[] = [
  {
    id: 'application',
    templates: collection('applications'),
    collection: 'applications',
    // Many documents have a protocol: this one has what only an application has.
    hasShape: (value) =>
      protocols.has(value['protocol']) &&
      (applicationTypes.has(value['type']) ||
        hasAny(value, [
          'samlOptions',
          'oidcOptions',
          'grantTypes',
          'accessControl',
          'spEntityId',
          'acsUrls',
        ])),
  },
  {
    id: 'saml-attribute-mapping',
    templates: collection('attributes', `${environment}/applications/{}`),
    hasShape: (value) => hasAny(value, ['mappingType']) && hasAny(value, ['value']),
  },
  {
    id: 'sign-on-policy-action',
    templates: collection('actions', `${environment}/signOnPolicies/{}`),
    hasShape: (value) =>
      actionTypes.has(value['type']) &&
      hasAny(value, ['priority', 'condition', 'conditions', 'signOnPolicy', 'extraVerification']),
  },
  {
    id: 'phone-delivery-settings',
    templates: collection('phoneDeliverySettings', `${environment}/notificationsSettings`),
    collection: 'phoneDeliverySettings',
    hasShape: (value) =>
      typeof value['provider'] === 'string' &&
      /^custom_/i.test(value['provider']) &&
      hasAny(value, ['sid', 'numbers', 'requests', 'authentication', 'authToken']),
  },
  {
    id: 'notification-settings',
    templates: [`${environment}/notificationsSettings`],
    hasShape: (value) =>
      hasAny(value, ['smsProvidersFallbackChain']) ||
      (hasAny(value, ['defaultLanguage']) && hasAny(value, ['replyTo', 'from', 'deliveryMode', 'whitelist'])),
  },
  {
    id: 'notification-template-content',
    templates: collection('contents', `${environment}/templates/{}`),
    collection: 'contents',
    hasShape: (value) =>
      deliveryMethods.has(value['deliveryMethod']) && hasAny(value, ['body', 'subject', 'variant', 'locale']),
  },
  {
    id: 'risk-predictor',
    templates: collection('riskPredictors'),
    collection: 'riskPredictors',
    hasShape: (value) => typeof value['compactName'] === 'string' && hasAny(value, ['type', 'whiteList']),
  },
  {
    id: 'risk-evaluation-details',
    templates: collection('riskEvaluations'),
    collection: 'riskEvaluations',
    member: 'details',
    hasShape: (value) => isJsonObject(value['details']) && hasAny(value, ['event', 'result']),
  },
  {
    id: 'set-password-action',
    templates: [`${user}/password`],
    hasShape: (value) => hasAny(value, ['bypassPolicy']) && hasAny(value, ['value', 'forceChange']),
  },
  {
    id: 'password-policy',
    templates: collection('passwordPolicies'),
    collection: 'passwordPolicies',
    hasShape: (value) =>
      hasAny(value, ['length', 'minLength']) &&
      hasAny(value, [
        'excludesProfileData',
        'excludesCommonlyUsed',
        'minCharacters',
        'maxRepeatedCharacters',
      ]),
  },
  {
    id: 'agreement-consent',
    templates: collection('agreementConsents', user),
    collection: 'agreementConsents',
  },
  {
    id: 'mfa-device',
    // A pairing key is a device that is not there yet.
    templates: [
      ...collection('devices', user),
      `${user}/devices/{}/nickname`,
      ...collection('pairingKeys', user),
    ],
    collection: 'devices',
    hasShape: (value) => deviceTypes.has(value['type']) && hasAny(value, ['nickname', 'policy']),
  },
  { id: 'flow', templates: [`${environment}/flows/{}`, '/{}/flows/{}'] },
];
