import { isJsonObject, valueAt } from '../../workspace/json-pointer.ts';
import type { JsonObject } from '../types.ts';
import type { DraftAuthentication } from './authentication.ts';
import type { OpenApiReader } from './openapi-schemas.ts';

interface Found {
  readonly authentication: DraftAuthentication;
  readonly note: string | null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function ofOauth(scheme: JsonObject, asked: readonly string[]): Found | null {
  const flow = valueAt(scheme, ['flows', 'clientCredentials']);
  if (!isJsonObject(flow)) return null;
  const offered = isJsonObject(flow['scopes']) ? Object.keys(flow['scopes']) : [];
  const scope = (asked.length > 0 ? asked : offered).join(' ');
  return {
    authentication: { kind: 'clientCredentials', tokenEndpoint: textOf(flow['tokenUrl']), scope },
    note: null,
  };
}

/** Returns the authentication for one security scheme; null: connectors do not support it. OpenAPI 3.1 §4.27 */
function ofScheme(scheme: JsonObject, asked: readonly string[]): Found | null {
  const type = textOf(scheme['type']);
  const httpScheme = textOf(scheme['scheme']).toLowerCase();
  if (type === 'http' && httpScheme === 'basic') return { authentication: { kind: 'basic' }, note: null };
  if (type === 'http' && httpScheme === 'bearer')
    return { authentication: { kind: 'token', prefix: 'Bearer' }, note: null };
  if (type === 'oauth2') return ofOauth(scheme, asked);
  if (type !== 'apiKey' || scheme['in'] !== 'header') return null;
  const name = textOf(scheme['name']);
  if (name.toLowerCase() === 'authorization')
    return { authentication: { kind: 'token', prefix: '' }, note: null };
  return {
    authentication: { kind: 'header', name },
    note: `The remote system requires a key in the header ${name}. Enter it under defaultHeaders.`,
  };
}

/** How requests authenticate, from the security requirements of a document. */
export function authenticationOfOpenApi(reader: OpenApiReader): Found {
  const requirements = reader.document['security'];
  const schemes = reader.resolve(valueAt(reader.document, ['components', 'securitySchemes']));
  const asked = (Array.isArray(requirements) ? requirements : [])
    .filter(isJsonObject)
    .flatMap((requirement) =>
      Object.entries(requirement).map(([name, scopes]) => ({
        name,
        scopes: Array.isArray(scopes) ? scopes.map(String) : [],
      })),
    );
  const all = [...asked, ...Object.keys(schemes).map((name) => ({ name, scopes: [] }))];
  for (const { name, scopes } of all) {
    const found = ofScheme(reader.resolve(schemes[name]), scopes);
    if (found !== null) return found;
  }
  const note =
    all.length === 0
      ? null
      : 'Connectors support none of the security schemes in the document. Choose an authentication method.';
  return { authentication: { kind: 'none' }, note };
}
