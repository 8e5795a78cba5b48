import { reportInvalid } from '../reading/context.ts';
import type { Members } from '../reading/members.ts';
import { readText } from '../reading/values.ts';

/** RFC 6749 §3.3 */
const scopeToken = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/** Reads a member that is a list of scopes; null: it has another value. RFC 6749 §3.3 */
export function readScopeList(members: Members, name: string): readonly string[] | null {
  const { context } = members;
  const scopes = members.raw(name);
  if (!Array.isArray(scopes))
    return reportInvalid(
      context,
      members.at(name),
      `${name} is not a list.`,
      'Use [ "mail" ]. Scopes from a script are not supported.',
    );
  const texts = (scopes as readonly unknown[]).map((scope, index) => {
    const path = [...members.at(name), index];
    const text = readText(context, scope, path);
    if (text === null || scopeToken.test(text)) return text;
    return reportInvalid(
      context,
      path,
      'The scope is not valid.',
      'Use printable ASCII characters except space, " and \\.',
    );
  });
  return texts.every((scope) => scope !== null) ? texts : null;
}
