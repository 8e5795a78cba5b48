import type { FlowDefinition } from '../flow-definition.ts';
import { authorizationCode, authorizationCodeWithPkce } from './authorization-code.ts';
import { clientCredentials } from './client-credentials.ts';

/** Every flow that the debugger can run: one line a flow. */
export const flowDefinitions: readonly FlowDefinition[] = [
  authorizationCodeWithPkce,
  authorizationCode,
  clientCredentials,
];
