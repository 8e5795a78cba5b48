import type { AskStep } from '#shared/attacks/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import {
  formRequest,
  getRequest,
  plainSend,
  type RequestTemplate,
  type SendStep,
  type TargetEndpoints,
} from '#shared/flows/index.ts';
import { validateBearerGrantType } from '#shared/oauth/index.ts';
import { authenticated, type CaseClient } from './credentials.ts';

/** The target that is asked, and who asks it. */
export interface AskedTarget {
  readonly endpoints: Pick<TargetEndpoints, 'introspection' | 'userinfo'>;
  /** True of the hosted server, which has validate_bearer. */
  readonly isHosted: boolean;
  readonly vendorUrn: string;
  readonly asker: CaseClient;
}

const accept = ['Accept', 'application/json'] as const;

/**
 * The request by which a target says whether a token is good. RFC 7662 §2.1, OpenID Connect Core §5.3.1, specification 1 §4.3
 * @throws flow.no-endpoint
 */
export function askStep({ ask, id, isUsed = false }: AskStep, target: AskedTarget): SendStep {
  return plainSend({
    id,
    from: 'client',
    to: 'as',
    ...asking(ask, isUsed, target),
    reading: 'any',
  });
}

function asking(
  token: string,
  isUsed: boolean,
  { endpoints, isHosted, vendorUrn, asker }: AskedTarget,
): Pick<SendStep, 'request' | 'connection'> {
  if (isHosted) {
    const validation = [
      ['grant_type', validateBearerGrantType(vendorUrn)],
      ['token', token],
    ] as const;
    return authenticated(at('token', formRequest('', validation, [accept])), asker);
  }
  if (endpoints.introspection !== null && !isUsed && asker.authentication !== 'none')
    return authenticated(at('introspection', formRequest('', [['token', token]], [accept])), asker);
  if (endpoints.userinfo === null)
    throw new GatehouseError('flow.no-endpoint', 'The target has no userinfo endpoint to use a token with.');
  return { request: at('userinfo', getRequest('', [], [['Authorization', `Bearer ${token}`], accept])) };
}

function at(endpoint: string, request: RequestTemplate): RequestTemplate {
  return { ...request, origin: `{{${endpoint}_origin}}`, path: `{{${endpoint}_path}}` };
}
