import { problemAt } from '../report.ts';
import { operationNames } from '../vocabulary.ts';
import { type ConnectorRule, inProperties } from './rule.ts';

/** Header fields can be written unchanged. RFC 9110 §5.1, §5.5 */
export const headersRule: ConnectorRule = ({ configurationProperties: properties }) => {
  const { defaultHeaders, userAgent, objectTypes } = properties;
  const problems = [...fieldProblems(defaultHeaders, inProperties('defaultHeaders'))];
  if (userAgent !== null && !isFieldValue(userAgent))
    problems.push(unwritable(inProperties('userAgent'), 'userAgent'));
  for (const [type, { operations }] of Object.entries(objectTypes)) {
    for (const name of operationNames) {
      const headers = operations?.[name]?.headers;
      const at = inProperties('objectTypes', type, 'operations', name, 'headers');
      if (headers !== undefined) problems.push(...fieldProblems(headers, at));
    }
  }
  return problems;
};

const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Fields that the transport sets, depending on the request. */
const ofTransport = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'keep-alive',
]);

/** Tabs are the only control character that a value may hold. */
function isFieldValue(value: string): boolean {
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if ((code < 0x20 && code !== 0x09) || code === 0x7f) return false;
  }
  return true;
}

function fieldProblems(headers: Readonly<Record<string, string>>, at: readonly (string | number)[]) {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!fieldName.test(name) || !isFieldValue(value)) return [unwritable([...at, name], name)];
    if (ofTransport.has(name.toLowerCase()))
      return [
        problemAt(
          [...at, name],
          'connector.unused-member',
          'warning',
          `The connector sets ${name} for each request. The value here is ignored.`,
          `Remove ${name}.`,
        ),
      ];
    return [];
  });
}

function unwritable(at: readonly (string | number)[], name: string) {
  return problemAt(
    at,
    'connector.invalid',
    'error',
    `The header ${JSON.stringify(name)} cannot be sent: its name or value contains invalid characters.`,
    'Remove line breaks and control characters. Use only letters, digits and “-” in names.',
  );
}
