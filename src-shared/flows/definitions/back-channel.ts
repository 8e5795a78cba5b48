import { jwtBearerGrantType, samlBearerGrantType } from '../../oauth/index.ts';
import type { FlowDefinition } from '../setup.ts';
import { chosenPairs, tokenRequest, useToken } from './parts.ts';

const back = { group: 'grants', needsBrowser: false, worksOn: null, endpoints: ['token'] } as const;

/** RFC 6749 §4.4. */
export const clientCredentialsGrant: FlowDefinition = {
  ...back,
  kind: 'client-credentials',
  title: 'Client credentials',
  needsUser: false,
  needs: { grantType: 'client_credentials' },
  script: (setup) => ({
    title: 'Client credentials',
    parties: {},
    steps: [
      tokenRequest(setup, [['grant_type', 'client_credentials'], ...chosenPairs(setup)]),
      ...useToken(setup, false),
    ],
  }),
};

/** RFC 6749 §4.3. */
export const password: FlowDefinition = {
  ...back,
  kind: 'password',
  title: 'Password',
  needsUser: true,
  needs: { grantType: 'password' },
  script: (setup) => ({
    title: 'Password',
    parties: {},
    steps: [
      tokenRequest(setup, [
        ['grant_type', 'password'],
        ['username', '{{username}}'],
        ['password', '{{password}}'],
        ...chosenPairs(setup),
      ]),
      ...useToken(setup),
    ],
  }),
};

/** RFC 7522 §2.1. */
export const samlBearer: FlowDefinition = {
  ...back,
  kind: 'saml-bearer',
  title: 'SAML 2.0 bearer',
  needsUser: true,
  needs: { grantType: samlBearerGrantType },
  script: (setup) => ({
    title: 'SAML 2.0 bearer',
    parties: {},
    steps: [
      {
        act: 'make',
        id: 'make-assertion',
        remark: 'assertion',
        as: 'assertion',
        maker: 'saml',
        options: {
          subject: '{{username}}',
          recipient: setup.endpoints.token ?? '',
          audience: '{{issuer}}',
        },
      },
      tokenRequest(setup, [
        ['grant_type', samlBearerGrantType],
        ['assertion', '{{assertion}}'],
        ...chosenPairs(setup),
      ]),
      ...useToken(setup),
    ],
  }),
};

/** RFC 7523 §2.1. */
export const jwtBearer: FlowDefinition = {
  ...back,
  kind: 'jwt-bearer',
  title: 'JWT bearer',
  needsUser: true,
  needs: { grantType: jwtBearerGrantType },
  script: (setup) => ({
    title: 'JWT bearer',
    parties: {},
    steps: [
      {
        act: 'make',
        id: 'make-assertion',
        remark: 'assertion',
        as: 'assertion',
        maker: 'jwt-grant',
        options: { subject: '{{username}}', audience: '{{issuer}}' },
      },
      tokenRequest(setup, [
        ['grant_type', jwtBearerGrantType],
        ['assertion', '{{assertion}}'],
        ...chosenPairs(setup),
      ]),
      ...useToken(setup),
    ],
  }),
};
