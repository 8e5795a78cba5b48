import type { FlowDefinition } from '../setup.ts';
import { clientCredentialsGrant, password, samlBearer } from './back-channel.ts';
import { code, codeWithPkce, hybrid, implicit } from './front-channel.ts';
import { introspect, refresh, resource, revoke, tokenExchange, validate } from './token-operations.ts';

/** Every flow that the debugger can run: one line a flow. */
export const flowDefinitions: readonly FlowDefinition[] = [
  codeWithPkce,
  code,
  implicit,
  hybrid,
  clientCredentialsGrant,
  password,
  samlBearer,
  refresh,
  tokenExchange,
  validate,
  introspect,
  revoke,
  resource,
];
