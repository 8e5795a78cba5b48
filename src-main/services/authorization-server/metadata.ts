import type { HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { authorizationPath, pkceMethods, tokenPath } from '#shared/oauth/index.ts';
import { grants } from './grants/index.ts';
import { catalogue } from './pages/texts.ts';
import { methodNotAllowed } from './responses.ts';
import type { Runtime } from './runtime.ts';

/** Describes the server to clients that find it by its address; it names nothing that is not there. RFC 8414 §2. */
export function answerMetadata(runtime: Runtime, request: HttpRequest): HttpResponse {
  if (request.method !== 'GET') return methodNotAllowed('GET');
  const issuer = runtime.issuer();
  const settings = runtime.settings();
  const vendor = runtime.vendor();
  const document = {
    issuer,
    authorization_endpoint: `${issuer}${authorizationPath}`,
    token_endpoint: `${issuer}${tokenPath}`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grants.map((grant) => grant.grantType(vendor)),
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: settings.allowPlainPkce ? pkceMethods : ['S256'],
    authorization_response_iss_parameter_supported: settings.issuerInResponse,
    ui_locales_supported: Object.keys(catalogue),
  };
  return {
    status: 200,
    headers: ['Content-Type', 'application/json;charset=UTF-8', 'Cache-Control', 'no-store'],
    body: JSON.stringify(document),
  };
}
