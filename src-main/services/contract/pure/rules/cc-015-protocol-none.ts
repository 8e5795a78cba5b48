import { resourceRule } from './parts/forms.ts';
import { memberOf } from './parts/json-walk.ts';
import { isUnknown, untoldMember } from './parts/placeholder.ts';

export const protocolNone = resourceRule({
  id: 'CC-015',
  title: 'An application has the protocol NONE',
  date: '2020-12-09',
  entries: ['2020-12-09-protocol-none'],
  severity: 'error',
  source: 'spec',
  detection: 'An application with the protocol NONE in a request, response or document.',
  replacement: 'Set the protocol of its type: OPENID_CONNECT or SAML.',
  resources: ['application'],
  readsResponses: true,
  check({ value, in: side }) {
    const protocol = memberOf(value, 'protocol');
    if (isUnknown(protocol)) return [untoldMember('protocol')];
    if (protocol !== 'NONE') return [];
    return [
      {
        part: { part: 'body', path: ['protocol'] },
        message:
          side === 'response'
            ? 'A response with the protocol NONE is expected, but applications can no longer have it.'
            : 'Applications can no longer have the protocol NONE.',
        subject: 'application.protocol',
      },
    ];
  },
});
