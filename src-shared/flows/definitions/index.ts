import { type GrantId, grantIds } from '../../oauth/index.ts';
import type { FlowDefinition } from '../setup.ts';
import { clientCredentialsGrant, jwtBearer, password, samlBearer } from './back-channel.ts';
import { code, codeWithPkce, hybrid, implicit } from './front-channel.ts';
import { mcpServer, protectedResource } from './protected-resource.ts';
import { signOut } from './sign-out.ts';
import { introspect, refresh, resource, revoke, tokenExchange, validate } from './token-operations.ts';

/** The flows in which a grant can be tried: at least one each. */
export const grantFlows: Readonly<Record<GrantId, readonly [FlowDefinition, ...FlowDefinition[]]>> = {
  authorization_code: [codeWithPkce, code, hybrid, protectedResource, mcpServer],
  refresh_token: [refresh],
  implicit: [implicit],
  client_credentials: [clientCredentialsGrant],
  password: [password],
  saml2_bearer: [samlBearer],
  jwt_bearer: [jwtBearer],
  token_exchange: [tokenExchange],
  validate_bearer: [validate],
};

/** The other flows that work on tokens. */
const otherFlows: readonly FlowDefinition[] = [introspect, revoke, resource, signOut];

/** Every flow that the debugger can run: first those that get tokens, then those that work on them. */
export const flowDefinitions: readonly FlowDefinition[] = [
  ...grantIds.flatMap((id) => grantFlows[id]),
  ...otherFlows,
].toSorted((one, other) => Number(one.group === 'tokens') - Number(other.group === 'tokens'));
