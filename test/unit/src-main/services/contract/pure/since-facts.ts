import { createHostMatcher, requestFact } from '#main/services/contract/pure/index.ts';
import { type Fact, type FactOrigin, type ResourceFact } from '#shared/contract/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

const hosts = createHostMatcher({
  platform: ['https://api.platform.example/v1', 'https://api.platform.ca/v1'],
  authorization: ['https://auth.platform.example'],
});
export const origin: FactOrigin = { locate: () => ({}), edit: () => null };
const json = 'application/json';
export const form = 'application/x-www-form-urlencoded';

/** `GET /path`, below an environment where it does not begin with one of the other roots. */
export function request(line: string, bodyText = '', mediaType = json): Fact {
  const [method = '', path = ''] = line.split(' ');
  const url = /^(?:https:|\/organizations|\/e1\/)/.test(path) ? path : `/environments/e1${path}`;
  const isOfServer = url.startsWith('/e1/as/');
  const base = isOfServer ? 'https://auth.platform.example' : 'https://api.platform.example/v1';
  const headers = [['Content-Type', mediaType]] as const;
  return requestFact(
    { method, url: url.startsWith('https:') ? url : `${base}${url}`, headers, bodyText },
    hosts,
    origin,
  );
}

export function resource(id: string, value: JsonValue, more: Partial<ResourceFact> = {}): ResourceFact {
  return {
    kind: 'resource',
    resource: id,
    value,
    in: 'request',
    method: 'POST',
    isWhole: true,
    ...origin,
    ...more,
  };
}

export const authorize = (query: string) => request(`GET /e1/as/authorize?${query}`);
export const token = (fields: string) => request('POST /e1/as/token', fields, form);
export const ofVendor = (action: string) => `application/vnd.gatehouse.${action}`;
export const content = (value: JsonValue) => resource('notification-template-content', value);
export const device = (value: JsonValue) => resource('mfa-device', value);
export const phone = (value: JsonValue) => resource('phone-delivery-settings', value);
export const signOn = (value: JsonValue) => resource('sign-on-policy-action', value);
export const predictor = (value: JsonValue) => resource('risk-predictor', value);
export const details = (value: JsonValue) => resource('risk-evaluation-details', value);

export const role = 'Identity Data Read Only Admin';
export const withRole = (name: string): Fact =>
  requestFact(
    {
      method: 'GET',
      url: 'https://api.platform.example/v1/environments/e1/users',
      headers: [],
      client: { grantType: 'client_credentials', isPublic: false, role: name },
    },
    hosts,
    origin,
  );
