import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { resourceRule } from './parts/forms.ts';
import { memberOf } from './parts/json-walk.ts';
import { isUnknown, untoldMember } from './parts/placeholder.ts';

const own = ['method', 'headers', 'body'] as const;

export const fixedGatewayFormat = resourceRule({
  id: 'CC-020',
  title: 'The request format of a custom provider is configured',
  date: '2021-08-31',
  entries: ['2021-08-31-custom-sms-provider', '2021-12-08-custom-provider-gateways'],
  severity: 'error',
  source: 'public',
  detection: 'Settings of CUSTOM_PROVIDER with a custom method, headers, body or authentication.',
  replacement:
    'Provide a gateway that translates the fixed format, or pin the contract to 2021-12-08 or later.',
  holds: { from: '2021-08-31', until: '2021-12-08' },
  resources: ['phone-delivery-settings'],
  check({ value, in: side }) {
    const provider = memberOf(value, 'provider');
    if (side === 'response' || (provider !== 'CUSTOM_PROVIDER' && !isUnknown(provider))) return [];
    const paths = shaped(value);
    if (paths.length > 0 && isUnknown(provider)) return [untoldMember('provider')];
    if (provider === 'CUSTOM_PROVIDER' && isUnknown(memberOf(value, 'requests')))
      return [untoldMember('requests')];
    return paths.map((path) => ({
      part: { part: 'body', path },
      message: `The request to a custom provider has a fixed format. ${path.at(-1)} cannot be configured.`,
      subject: `phone-delivery-settings.${path.at(-1)}`,
    }));
  },
});

function shaped(value: JsonValue): readonly JsonPath[] {
  const requests = memberOf(value, 'requests');
  const inRequests = Array.isArray(requests)
    ? (requests as readonly JsonValue[]).flatMap((request, index) =>
        own.filter((name) => memberOf(request, name) !== undefined).map((name) => ['requests', index, name]),
      )
    : [];
  const above = [...own, 'authentication'].filter((name) => memberOf(value, name) !== undefined);
  return [...inRequests, ...above.map((name) => [name])];
}
