import type { FactChange, TextEdit } from '#shared/contract/facts.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import { isToldBody } from './literal-objects.ts';
import { jsonOfLiteral, type Literal, type LiteralMember, memberOf, type ObjectLiteral } from './literals.ts';
import type { WrittenBody } from './script-body.ts';
import { replaceIn } from './script-text.ts';
import type { TokenLanguage } from './tokenizer.ts';

/** A body that a script makes of a literal. */
export function literalBody(literal: Literal, language: TokenLanguage): WrittenBody {
  return {
    text: null,
    value: jsonOfLiteral(literal),
    isTold: isToldBody(literal),
    spanOf(path) {
      const { at, length } = nearest(literal, path);
      return { at, length };
    },
    edit: (path, change) => editLiteral(literal, path, change, language),
  };
}

function child(literal: Literal, step: string | number): Literal | undefined {
  if (literal.kind === 'list') return literal.items[Number(step)];
  return literal.kind === 'object' ? memberOf(literal, String(step))?.value : undefined;
}

function nearest(literal: Literal, path: JsonPath): Literal {
  let reached = literal;
  for (const step of path) {
    const next = child(reached, step);
    if (next === undefined) return reached;
    reached = next;
  }
  return reached;
}

function valueAtPath(literal: Literal, path: JsonPath): Literal | undefined {
  return path.reduce<Literal | undefined>(
    (reached, step) => (reached === undefined ? undefined : child(reached, step)),
    literal,
  );
}

function editLiteral(
  top: Literal,
  path: JsonPath,
  change: FactChange,
  language: TokenLanguage,
): readonly TextEdit[] | null {
  const literal = valueAtPath(top, path);
  const parent = path.length === 0 ? undefined : valueAtPath(top, path.slice(0, -1));
  const last = path.at(-1) ?? '';
  if (change.kind === 'replace') return literal?.kind === 'text' ? replaceIn(literal.written, change) : null;
  if (change.kind === 'set') {
    const text = scalarText(change.value, language);
    if (text === null) return null;
    if (literal !== undefined) return [{ at: literal.at, length: literal.length, text }];
    return parent?.kind === 'object'
      ? insertMember(parent, `${keyText(String(last), language)}: ${text}`)
      : null;
  }
  const member = parent?.kind === 'object' ? memberOf(parent, String(last)) : undefined;
  if (parent?.kind !== 'object' || member === undefined || member.isElsewhere === true) return null;
  if (change.kind === 'remove') return removeMember(parent, member);
  const isShort = member.key.at === member.value.at && member.key.length === member.value.length;
  const name = keyText(change.name, language);
  return isShort
    ? [{ at: member.key.at, length: 0, text: `${name}: ` }]
    : [{ at: member.key.at, length: member.key.length, text: name }];
}

function keyText(name: string, language: TokenLanguage): string {
  return language !== 'python' && /^[A-Za-z_$][\w$]*$/.test(name)
    ? name
    : (scalarText(name, language) ?? name);
}

/** A value as the language writes it; null: lists and objects differ from one to the other. */
function scalarText(value: unknown, language: TokenLanguage): string | null {
  if (typeof value === 'object' && value !== null) return null;
  if (language === 'python' && (value === null || typeof value === 'boolean'))
    return value === null ? 'None' : value ? 'True' : 'False';
  if (typeof value !== 'string' || language !== 'groovy') return JSON.stringify(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
}

function insertMember({ members }: ObjectLiteral, text: string): readonly TextEdit[] | null {
  const last = members.at(-1);
  return last === undefined || last.isElsewhere === true
    ? null
    : [{ at: last.at + last.length, length: 0, text: `, ${text}` }];
}

function removeMember({ members }: ObjectLiteral, member: LiteralMember): readonly TextEdit[] | null {
  // Edits count from the members beside it.
  if (members.some(({ isElsewhere }) => isElsewhere === true)) return null;
  const index = members.indexOf(member);
  const [before, after] = [members[index - 1], members[index + 1]];
  if (after !== undefined) return [{ at: member.at, length: after.at - member.at, text: '' }];
  const at = before === undefined ? member.at : before.at + before.length;
  return [{ at, length: member.at + member.length - at, text: '' }];
}
