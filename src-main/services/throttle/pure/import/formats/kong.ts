import type { LogFormat } from '../sink.ts';
import { firstObject, type JsonObject, objectLines, plainText } from './json.ts';

/** The members that Kong's logging plugins write of a request, and their names here. */
const members = [
  ['started_at', 'started_at'],
  ['client_ip', 'client_ip'],
  ['request.method', 'request.method'],
  ['request.url', 'request.url'],
  ['request.uri', 'request.uri'],
  ['response.status', 'response.status'],
  ['consumer.username', 'consumer.username'],
  ['consumer.id', 'consumer.id'],
  ['authenticated_entity.id', 'credential_id'],
  ['service.name', 'service'],
  ['route.name', 'route'],
  ['workspace', 'workspace'],
] as const;

function memberOf(object: JsonObject, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], object);
}

/** The log of Kong's plugins: one JSON object a line. */
export const kong: LogFormat = {
  isLike(head) {
    const first = firstObject(head);
    return first !== null && 'started_at' in first && 'request' in first && 'client_ip' in first;
  },
  reader: (sink) =>
    objectLines(sink, (line, found) => {
      for (const [path, name] of members) {
        const text = plainText(memberOf(line, path));
        if (text !== null) found(name, text);
      }
      const headers = memberOf(line, 'request.headers');
      if (typeof headers !== 'object' || headers === null) return;
      for (const [name, value] of Object.entries(headers)) {
        const text = plainText(Array.isArray(value) ? value[0] : value);
        if (text !== null) found(`header.${name.toLowerCase()}`, text);
      }
    }),
};
