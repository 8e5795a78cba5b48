import type { CompiledExpression } from '#shared/expressions/index.ts';
import type { HandlerNode, StaticResponseConfig } from '#shared/gateway/types.ts';
import { isJsonObject, toPointer } from '#shared/workspace/json-pointer.ts';
import { type Declaration, type ReadContext, reportInvalid } from '../reading/context.ts';
import { configOf, type Members } from '../reading/members.ts';
import { readExpression } from '../reading/values.ts';

const minStatus = 200;
const maxStatus = 599;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9112 §4 */
const reasonPhrase = /^[\t\x20-\x7E\x80-\xFF]*$/;
/**
 * Fields that give the end of an answer, or concern the connection: the gateway writes them itself. RFC 9112 §6, §9
 */
const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Reads a StaticResponseHandler. */
export function readStaticResponse(context: ReadContext, declaration: Declaration): HandlerNode | null {
  const members = configOf(context, declaration, {
    known: ['status', 'reason', 'headers', 'entity', 'trackingId'],
  });
  if (!members.has('status')) return members.missing('status', 'the status code');
  const headers = readHeaders(members);
  const entity = readEntity(members);
  if (headers === null || entity === undefined) return null;
  const config: StaticResponseConfig = {
    status: members.number('status', minStatus, minStatus, maxStatus),
    reason: readReason(members),
    headers,
    entity,
  };
  const { name, path } = declaration;
  return { type: 'StaticResponseHandler', name, pointer: toPointer(path), config };
}

function readReason(members: Members): string | null {
  const reason = members.text('reason');
  if (reason === null || reasonPhrase.test(reason)) return reason;
  return reportInvalid(
    members.context,
    members.at('reason'),
    'The reason contains invalid characters.',
    'Use a single line of Latin-1 characters.',
  );
}

function readHeaders(members: Members): StaticResponseConfig['headers'] | null {
  const { context } = members;
  const headers = members.raw('headers');
  if (headers === undefined) return [];
  if (!isJsonObject(headers))
    return reportInvalid(
      context,
      members.at('headers'),
      'headers is not an object.',
      'Use { "Name": [ "value" ] }.',
    );
  let isWhole = true;
  const read = Object.entries(headers).map(([name, value]) => {
    const path = [...members.at('headers'), name];
    const texts = Array.isArray(value) ? (value as readonly unknown[]) : [value];
    const values = texts.flatMap((text) =>
      typeof text === 'string' ? (readExpression(context, text, path) ?? []) : [],
    );
    if (values.length < texts.length) isWhole = false;
    if (!token.test(name) || texts.some((text) => typeof text !== 'string')) {
      isWhole = false;
      reportInvalid(context, path, 'The header is not valid.', 'Use "Name": [ "value" ].');
    }
    if (framing.has(name.toLowerCase())) {
      isWhole = false;
      reportInvalid(context, path, `The gateway sets ${name} itself.`, 'Remove it.');
    }
    return { name, values };
  });
  return isWhole ? read : null;
}

/** undefined: a problem was noted. */
function readEntity(members: Members): CompiledExpression | null | undefined {
  const entity = members.raw('entity');
  if (entity === undefined) return null;
  const lines = Array.isArray(entity) ? (entity as readonly unknown[]) : [entity];
  if (lines.every((line) => typeof line === 'string'))
    return readExpression(members.context, lines.join('\n'), members.at('entity')) ?? undefined;
  reportInvalid(
    members.context,
    members.at('entity'),
    'The entity is not a string.',
    'Use a string, or a list of lines.',
  );
  return undefined;
}
