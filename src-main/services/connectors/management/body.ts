import type { HttpRequest } from '#main/platform/http.ts';
import { isJsonObject } from '#shared/workspace/index.ts';
import { isDeeperThan } from '#shared/workspace/json-depth.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { HostError } from './host-error.ts';

/** Deeper nesting is meant to break parsers. */
const maxLevels = 200;

type JsonObject = Readonly<Record<string, JsonValue>>;

/** The body as an object. @throws HostError 400, 415 */
export function objectBody(request: HttpRequest): JsonObject {
  const value = jsonBody(request);
  if (isJsonObject(value)) return value;
  throw new HostError(
    400,
    'The request could not be processed because the provided content is not a JSON object',
  );
}

/** The body as a list of objects. @throws HostError 400, 415 */
export function listBody(request: HttpRequest): readonly JsonObject[] {
  const value = jsonBody(request);
  if (Array.isArray(value) && (value as readonly JsonValue[]).every(isJsonObject))
    return value as readonly JsonObject[];
  throw new HostError(
    400,
    'The request could not be processed because the provided content is not a JSON array of patch operations',
  );
}

/** The body as an object, or an empty one where there is no body. @throws HostError 400, 415 */
export function optionalBody(request: HttpRequest): JsonObject {
  return request.body.length === 0 ? {} : objectBody(request);
}

function jsonBody({ headers, body }: HttpRequest): JsonValue {
  const type = headers['content-type'];
  if (type === undefined || type === '' || body.length === 0)
    throw new HostError(
      400,
      type === undefined || type === ''
        ? 'The request could not be processed because it did not contain a content-type header'
        : 'The request could not be processed because it did not contain a JSON content body',
    );
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    throw new HostError(
      415,
      `The request could not be processed because the content-type '${type.slice(0, 100)}' is not supported`,
    );
  const text = body.toString('utf8');
  if (isDeeperThan(text, maxLevels))
    throw new HostError(400, `The content is nested deeper than ${maxLevels} levels`);
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new HostError(
      400,
      'The request could not be processed because the provided content is not valid JSON',
      {
        members: { why: why.slice(0, 200) },
      },
    );
  }
}
