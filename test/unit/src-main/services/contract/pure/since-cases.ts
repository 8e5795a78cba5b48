import type { Fact } from '#shared/contract/index.ts';
import {
  authorize,
  content,
  details,
  device,
  form,
  ofVendor,
  origin,
  phone,
  predictor,
  request,
  resource,
  role,
  signOn,
  token,
  withRole,
} from './since-facts.ts';

/** Of each row what uses it, with the subjects that are found, and what only looks like it. */
export const sinceCases: readonly (readonly [
  id: string,
  uses: readonly [Fact, ...string[]][],
  others: readonly Fact[],
])[] = [
  [
    'CS-001',
    [[request('GET /notificationsPolicies/p1'), '/environments/{}/notificationsPolicies']],
    [request('GET /notificationsPoliciesOld'), request('GET /users/notificationsPolicies')],
  ],
  [
    'CS-003',
    [[resource('application', { mobile: { uriPrefix: 'app://' } }), 'application.mobile.uriPrefix']],
    [resource('application', { uriPrefix: 'x', mobile: {} }), device({ mobile: { uriPrefix: 'x' } })],
  ],
  [
    'CS-005',
    [
      [authorize('response_type=code%20id_token'), 'response_type'],
      [authorize('response_type=token+code'), 'response_type'],
      [request('POST /e1/as/authorize', 'response_type=code+id_token+token', form), 'response_type'],
    ],
    [
      authorize('response_type=code'),
      authorize('response_type=token%20id_token'),
      authorize('response_type=codeid_token'),
      request('GET /users?response_type=code%20token'),
    ],
  ],
  [
    'CS-006',
    [[device({ policy: { id: 'p' } }), 'mfa-device.policy.id']],
    [device({ policyId: 'p', policy: null })],
  ],
  [
    'CS-007',
    [
      [predictor({ whiteList: [] }), 'risk-predictor.whiteList'],
      [predictor({ type: 'USER_LOCATION_ANOMALY' }), 'risk-predictor.type USER_LOCATION_ANOMALY'],
    ],
    [predictor({ whitelist: [], type: 'GEO_VELOCITY' })],
  ],
  [
    'CS-008',
    [
      [request('GET /deviceAuthenticationPolicies'), '/environments/{}/deviceAuthenticationPolicies'],
      [request('PUT /deviceAuthenticationPolicies/p1'), '/environments/{}/deviceAuthenticationPolicies'],
    ],
    [request('GET /deviceAuthenticationPolicy'), request('GET /deviceAuthenticationPolicy/p1')],
  ],
  [
    'CS-009',
    [
      [request('POST /e1/deviceAuthentications'), '/{}/deviceAuthentications'],
      [phone({ supportedCountries: ['US'] }), 'phone-delivery-settings.supportedCountries'],
      [
        phone({ numbers: [{}, { supportedCountries: [] }] }),
        'phone-delivery-settings.numbers.supportedCountries',
      ],
    ],
    [request('GET /deviceAuthenticationPolicies'), phone({ numbers: [{ number: '+1' }] })],
  ],
  [
    'CS-010',
    [[content({ from: { address: 'a@example.com' } }), 'notification-template-content.from.address']],
    [content({ from: { name: 'a' } }), resource('notification-settings', { from: { address: 'a' } })],
  ],
  [
    'CS-011',
    [
      [
        phone({ requests: [{ method: 'POST', headers: {}, body: 'x' }] }),
        'phone-delivery-settings.requests.method',
        'phone-delivery-settings.requests.headers',
        'phone-delivery-settings.requests.body',
      ],
      [phone({ authentication: { method: 'BASIC' } }), 'phone-delivery-settings.authentication'],
    ],
    [phone({ provider: 'CUSTOM_PROVIDER', requests: [{ url: 'https://sms.example' }] })],
  ],
  [
    'CS-012',
    [[request('POST /decisionEndpoints/d1'), '/environments/{}/decisionEndpoints']],
    [request('GET /decisions'), request('GET https://elsewhere.example/environments/e1/decisionEndpoints')],
  ],
  [
    'CS-013',
    [[request('PATCH /users/u1', '[{"op":"add"}]'), 'PATCH /environments/{}/users/{}']],
    [
      request('PATCH /users/u1', '{"a":[]}'),
      request('POST /users/u1', '[]'),
      request('PATCH /users/u1/devices', '[]'),
      request('PATCH /users/u1', '{{body}}'),
    ],
  ],
  [
    'CS-014',
    [[request('GET https://api.platform.ca/v1/environments/e1/users'), '.ca']],
    [request('GET /users'), request('GET https://ca.example/v1/environments')],
  ],
  [
    'CS-015',
    [
      [withRole(role), role],
      [{ kind: 'document', value: { roles: [{ name: role }] }, ...origin }, role],
      [predictor({ type: 'MAP' }), 'risk-predictor.type MAP'],
    ],
    [
      withRole('Identity Data Admin'),
      { kind: 'document', value: { roles: [{ name: `${role}s` }] }, ...origin },
      predictor({ type: 'MAPPED' }),
    ],
  ],
  [
    'CS-016',
    [[request('GET /gateways'), '/environments/{}/gateways']],
    [request('GET /gateway'), request('GET /x/gateways')],
  ],
  [
    'CS-017',
    [[phone({ provider: 'CUSTOM_PROVIDER' }), 'phone-delivery-settings.provider CUSTOM_PROVIDER']],
    [phone({ provider: 'CUSTOM_PROVIDERS' }), phone({ provider: '{{provider}}' }), phone({ provider: null })],
  ],
  [
    'CS-019',
    [
      [
        details({ city: 'x', previousSuccessfulTransaction: { state: 'y' } }),
        'risk-evaluation-details.city',
        'risk-evaluation-details.previousSuccessfulTransaction.state',
      ],
      [details({ state: null }), 'risk-evaluation-details.state'],
    ],
    [details({ country: 'x', previousSuccessfulTransaction: { timestamp: 1 } }), predictor({ state: 'x' })],
  ],
  [
    'CS-022',
    [
      [phone({ provider: 'CUSTOM_ACME' }), 'phone-delivery-settings.provider CUSTOM_*'],
      [device({ type: 'VOICE' }), 'mfa-device.type VOICE'],
    ],
    [phone({ provider: 'CUSTOM_PROVIDER' }), phone({ provider: 'CUSTOM_' }), device({ type: 'SMS' })],
  ],
  [
    'CS-024',
    [[request('GET /riskPredictors'), '/environments/{}/riskPredictors']],
    [request('GET /riskPolicySets')],
  ],
  [
    'CS-025',
    [[signOn({ type: 'IDENTITY_PROVIDER' }), 'sign-on-policy-action.type IDENTITY_PROVIDER']],
    [signOn({ type: 'LOGIN' }), device({ type: 'IDENTITY_PROVIDER' })],
  ],
  [
    'CS-026',
    [
      [request('POST /users/u1', '{}', ofVendor('account.unlock+json')), 'account.unlock+json'],
      [
        request('POST /users/u1', '', `${ofVendor('account.unlock+JSON')}; charset=utf-8`),
        'account.unlock+json',
      ],
    ],
    [
      request('POST /users/u1', '', ofVendor('account.lock+json')),
      request('POST /users/u1', '', 'application/vnd.other.account.unlock+json'),
    ],
  ],
  [
    'CS-027',
    [
      [request('GET /agreements/a1/languages'), '/environments/{}/agreements'],
      [request('POST /users/u1/agreementConsents/a1'), '/environments/{}/users/{}/agreementConsents'],
    ],
    [request('GET /users/u1'), request('GET /agreementConsents')],
  ],
  [
    'CS-028',
    [
      [request('GET /metrics/activeIdentityCounts'), '/environments/{}/metrics/activeIdentityCounts'],
      [
        request('GET /organizations/o1/licenses/l1/metrics/activeIdentityCount'),
        '/organizations/{}/licenses/{}/metrics/activeIdentityCount',
      ],
    ],
    [request('GET /activeIdentityCounts'), request('GET /organizations/o1/licenses/l1')],
  ],
  [
    'CS-029',
    [
      [request('POST /groups'), '/environments/{}/groups'],
      [resource('application', { accessControl: {} }), 'application.accessControl'],
    ],
    [request('GET /users/groups'), resource('application', { accesscontrol: {} })],
  ],
  [
    'CS-030',
    [[content({ variant: 'a' }), 'notification-template-content.variant']],
    [content({ variants: [] })],
  ],
  [
    'CS-032',
    [
      [request('PUT /mfaSettings'), '/environments/{}/mfaSettings'],
      [device({ type: 'FIDO2' }), 'mfa-device.type FIDO2, SECURITY_KEY'],
    ],
    [request('GET /mfaSettings/x'), device({ type: 'FIDO' })],
  ],
  [
    'CS-033',
    [[request('POST /users/u1/devices', '{}', ofVendor('devices.order+json')), 'devices.order+json']],
    [request('POST /users/u1/devices', '{}')],
  ],
  [
    'CS-034',
    [[signOn({ registration: { external: { href: 'x' } } }), 'sign-on-policy-action.registration.external']],
    [signOn({ registration: { enabled: true } })],
  ],
  [
    'CS-035',
    [[device({ nickname: 'x' }), 'mfa-device.nickname']],
    [resource('application', { nickname: 'x' })],
  ],
  [
    'CS-036',
    [
      [request('GET /riskPolicySets'), '/environments/{}/riskPolicySets'],
      [request('POST /riskEvaluations'), '/environments/{}/riskEvaluations'],
      [
        token('grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange'),
        'urn:ietf:params:oauth:grant-type:token-exchange',
      ],
    ],
    [token('grant_type=client_credentials'), request('GET /riskPredictors')],
  ],
  ['CS-037', [[request('GET /alertChannels'), '/environments/{}/alertChannels']], [request('GET /alerts')]],
  ['CS-038', [[device({ type: 'TOTP' }), 'mfa-device.type TOTP']], [device({ type: 'EMAIL' })]],
  ['CS-040', [[request('GET /themes/t1'), '/environments/{}/themes']], [request('GET /branding')]],
  [
    'CS-041',
    [
      [authorize('scope=openid%20p9%3Aread%3Auser%3Aemail'), '*:read:user:*'],
      [token('scope=p9:update:user:name'), '*:update:user:*'],
    ],
    [
      authorize('scope=openid'),
      authorize('scope=p9:read:userPassword'),
      request('GET /users?scope=p:read:user:x'),
    ],
  ],
  [
    'CS-043',
    [[request('GET /emailDomains/d1/trustedEmails'), '/environments/{}/emailDomains']],
    [request('GET /domains')],
  ],
  [
    'CS-044',
    [
      [signOn({ conditions: { anonymousNetwork: [] } }), 'sign-on-policy-action.anonymousNetwork'],
      [signOn({ condition: { or: [{ anonymousNetwork: [] }] } }), 'sign-on-policy-action.anonymousNetwork'],
    ],
    [signOn({ conditions: { ipRange: [], anonymous_network: [] } })],
  ],
  [
    'CS-045',
    [
      [authorize('request=eyJ'), 'request'],
      [content({ allowDynamicVariables: true }), 'notification-template-content.allowDynamicVariables'],
      [signOn({ applications: [{ extraVerification: 'x' }] }), 'sign-on-policy-action.extraVerification'],
      [phone({ smsProvidersFallbackChain: [] }), 'phone-delivery-settings.smsProvidersFallbackChain'],
      [
        resource('notification-settings', { smsProvidersFallbackChain: [] }),
        'notification-settings.smsProvidersFallbackChain',
      ],
    ],
    [authorize('request_uri=urn:x'), request('GET /users?request=x'), content({ dynamicVariables: true })],
  ],
  [
    'CS-046',
    [[request('POST /subscriptions'), '/environments/{}/subscriptions']],
    [request('POST /webhooks')],
  ],
  [
    'CS-047',
    [[request('POST /e1/as/revoke', 'token=x', form), '/{}/as/revoke']],
    [request('GET /e1/as/revoked')],
  ],
  [
    'CS-048',
    [[signOn({ type: 'IDENTIFIER_FIRST' }), 'sign-on-policy-action.type IDENTIFIER_FIRST']],
    [signOn({ name: 'IDENTIFIER_FIRST' })],
  ],
  [
    'CS-049',
    [[signOn({ type: 'PROGRESSIVE_PROFILING' }), 'sign-on-policy-action.type PROGRESSIVE_PROFILING']],
    [signOn({ type: ['PROGRESSIVE_PROFILING'] })],
  ],
  [
    'CS-050',
    [
      [
        signOn({ conditions: { geovelocity: { valid: 'x' }, not: { ipReputation: {} } } }),
        'sign-on-policy-action.geovelocity',
        'sign-on-policy-action.ipReputation',
      ],
    ],
    [signOn({ conditions: { ipRange: ['10.0.0.0/8'] } }), predictor({ geovelocity: {} })],
  ],
  ['CS-051', [[request('GET /propagation/plans'), '/environments/{}/propagation']], [request('GET /plans')]],
  [
    'CS-053',
    [[resource('set-password-action', { bypassPolicy: false }), 'set-password-action.bypassPolicy']],
    [resource('set-password-action', { value: 'x' }), resource('password-policy', { bypassPolicy: true })],
  ],
  [
    'CS-054',
    [[request('GET /capabilities'), '/environments/{}/capabilities']],
    [request('GET /capabilities/c1')],
  ],
  ['CS-056', [[request('POST /e1/as/introspect'), '/{}/as/introspect']], [request('POST /introspect')]],
  [
    'CS-057',
    [[authorize('code_challenge=abc&code_challenge_method=S256'), 'code_challenge']],
    [authorize('code_challenge_method=S256'), token('code_challenge=abc')],
  ],
  [
    'CS-060',
    [[token('grant_type=refresh_token&refresh_token=r'), 'refresh_token']],
    [
      token('grant_type=refresh'),
      token('refresh_token=refresh_token'),
      request('POST /users', 'grant_type=refresh_token', form),
    ],
  ],
  [
    'CS-061',
    [
      [request('GET /identityProviders'), '/environments/{}/identityProviders'],
      [request('GET /users/u1/linkedAccounts/l1'), '/environments/{}/users/{}/linkedAccounts'],
    ],
    [request('GET /users/u1/identityProviders')],
  ],
  [
    'CS-062',
    [
      [request('GET /activeIdentityCounts'), '/environments/{}/activeIdentityCounts'],
      [request('GET /organizations/o1/licenses'), '/organizations/{}/licenses'],
      [request('GET /organizations/o1/licenses/l1'), '/organizations/{}/licenses/{}'],
    ],
    [
      request('GET /metrics/activeIdentityCounts'),
      request('GET /organizations/o1/licenses/l1/metrics/activeIdentityCount'),
    ],
  ],
  [
    'CS-065',
    [[request('POST /activities', '{}'), 'POST /environments/{}/activities']],
    [request('GET /activities'), request('POST /activities/a1')],
  ],
];
