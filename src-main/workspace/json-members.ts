import { applyEdits, createScanner, type Edit, findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

/** A comment at the end of a line belongs to the member before it. */
const restOfLine = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*)?(?=\r?\n)/;

/**
 * The text with one member of an object set to a value; nothing else moves. A new member goes before the
 * first one that follows it in `order`, else to the end.
 */
export function setMember(
  text: string,
  path: readonly string[],
  name: string,
  value: unknown,
  order: readonly string[] = [],
): string {
  const object = objectAt(text, path);
  const members = object.children ?? [];
  const indent = indentOf(text, object, members);
  const json = format(text, value, indent);
  const present = members.find((member) => nameOf(member) === name)?.children?.[1];
  if (present !== undefined)
    return applyEdits(text, [{ offset: present.offset, length: present.length, content: json }]);
  const rank = order.indexOf(name);
  const before = rank < 0 ? -1 : members.findIndex((member) => order.indexOf(nameOf(member)) > rank);
  const index = before < 0 ? members.length : before;
  const line = `${indent === null ? ' ' : endOfLine(text) + indent}${JSON.stringify(name)}: ${json}`;
  return applyEdits(text, insertion(text, object, index, line, indent !== null));
}

/** The text without one member of an object, nor the comment at the end of its line. */
export function removeMember(text: string, path: readonly string[], name: string): string {
  const members = objectAt(text, path).children ?? [];
  const index = members.findIndex((member) => nameOf(member) === name);
  const member = members[index];
  if (member === undefined) return text;
  const comma = commaAfter(text, member);
  const end = comma === null ? endOf(member) : comma + 1;
  const previous = members[index - 1];
  const commaBefore = comma === null && previous !== undefined ? commaAfter(text, previous) : null;
  const lineStart = text.lastIndexOf('\n', member.offset) + 1;
  const rest = restOfLine.exec(text.slice(end))?.[0];
  const isAlone = text.slice(lineStart, member.offset).trim() === '' && rest !== undefined;
  const from = isAlone ? lineStart : member.offset;
  const to = isAlone ? text.indexOf('\n', end + rest.length) + 1 : end + leadingSpaces(text.slice(end));
  return applyEdits(text, [
    ...(commaBefore === null ? [] : [{ offset: commaBefore, length: 1, content: '' }]),
    { offset: from, length: to - from, content: '' },
  ]);
}

function insertion(text: string, object: Node, index: number, line: string, isOnLines: boolean): Edit[] {
  const members = object.children ?? [];
  const previous = members[index - 1];
  const follows = index < members.length;
  const comma = previous === undefined ? null : commaAfter(text, previous);
  const after = previous === undefined ? object.offset + 1 : comma === null ? endOf(previous) : comma + 1;
  const offset = after + (isOnLines ? (restOfLine.exec(text.slice(after))?.[0].length ?? 0) : 0);
  const needsComma = previous !== undefined && comma === null;
  const isFirstOnOneLine =
    members.length === 0 && !text.slice(object.offset, endOf(object)).includes('\n') && isOnLines;
  const closing = isFirstOnOneLine ? endOfLine(text) + lineIndent(text, object.offset) : '';
  return [
    ...(needsComma ? [{ offset: endOf(previous), length: 0, content: ',' }] : []),
    { offset, length: 0, content: `${line}${follows || comma !== null ? ',' : ''}${closing}` },
  ];
}

function objectAt(text: string, path: readonly string[]): Node {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const found = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  if (found?.type !== 'object') throw new Error(`No object at /${path.join('/')}.`);
  return found;
}

const nameOf = (member: Node): string => String(member.children?.[0]?.value);
const endOf = (node: Node): number => node.offset + node.length;
const endOfLine = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');
const leadingSpaces = (text: string): number => /^[ \t]*/.exec(text)?.[0].length ?? 0;

function lineIndent(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
}

/** One step of indentation, as the text has it. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

/** Returns the indentation of each member on its line; null where they share a line. */
function indentOf(text: string, object: Node, members: readonly Node[]): string | null {
  const first = members[0];
  if (first === undefined) return lineIndent(text, object.offset) + unitOf(text);
  return text.slice(object.offset, first.offset).includes('\n') ? lineIndent(text, first.offset) : null;
}

function format(text: string, value: unknown, indent: string | null): string {
  if (indent === null) return JSON.stringify(value);
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', endOfLine(text) + indent);
}

/** Offset of the comma that follows a member, or null. */
function commaAfter(text: string, member: Node): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(endOf(member));
  scanner.scan();
  const offset = scanner.getTokenOffset();
  return text[offset] === ',' ? offset : null;
}
