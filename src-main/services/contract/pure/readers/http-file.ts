import { unreadable } from './json-text.ts';
import { textBody } from './script-body.ts';
import type { WrittenHeader, WrittenRequest } from './script-request.ts';
import { joined, plainText, type WrittenText, withReplaced } from './script-text.ts';

interface Line {
  readonly text: string;
  readonly at: number;
}

const variable = /^\s*@([\w.-]+)\s*=(.*)$/;
const requestMethod = /^([A-Z]+)\s+/;
const httpVersion = /^HTTP\/[\d.]+$/;
/** Maximum length of a request line, whose parts may be looked at several times. */
const maxLineLength = 16_384;
/** A line for which the content of a file is sent. */
const bodyFile = /^<@?\s/;
const isComment = ({ text }: Line) => /^\s*(?:#|\/\/|--)/.test(text);

/**
 * The requests of an `.http` file: blocks between `###`, with the variables that the file sets filled in.
 * @throws contract.unreadable where a line is neither request, header nor comment
 */
export function httpFileRequests(text: string, file: string): readonly WrittenRequest[] {
  const lines = linesOf(text);
  const variables = new Map<string, string>();
  for (const { text: line } of lines) {
    const [, name, value] = variable.exec(line) ?? [];
    if (name !== undefined) variables.set(name, (value ?? '').trim());
  }
  return blocksOf(lines).flatMap((block) => requestOf(block, { text, file, variables }));
}

interface FileContext {
  readonly text: string;
  readonly file: string;
  readonly variables: ReadonlyMap<string, string>;
}

function linesOf(text: string): readonly Line[] {
  let at = 0;
  return text.split('\n').map((raw) => {
    const line = { text: raw.endsWith('\r') ? raw.slice(0, -1) : raw, at };
    at += raw.length + 1;
    return line;
  });
}

function blocksOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const blocks: Line[][] = [[]];
  for (const line of lines)
    if (/^\s*###/.test(line.text)) blocks.push([]);
    else blocks.at(-1)?.push(line);
  return blocks;
}

function requestOf(block: readonly Line[], context: FileContext): readonly WrittenRequest[] {
  const isBefore = (line: Line) => line.text.trim() === '' || isComment(line) || variable.test(line.text);
  const begin = block.findIndex((line) => !isBefore(line));
  const first = block[begin];
  // A file that begins with a script of its own has one between these marks.
  if (first === undefined || /^\s*[<>]/.test(first.text)) return [];
  const { method, methodText, target, targetAt } = firstLine(first, context);
  const more = block.slice(begin + 1);
  const queryEnd = more.findIndex((line) => !/^\s+[?&]/.test(line.text));
  const query = more.slice(0, queryEnd < 0 ? more.length : queryEnd);
  const rest = more.slice(query.length);
  const blank = rest.findIndex((line) => line.text.trim() === '');
  const heads = rest.slice(0, blank < 0 ? rest.length : blank).filter((line) => !isComment(line));
  const headers = heads.map((line) => headerOf(line, context));
  const written = blank < 0 ? [] : rest.slice(blank + 1);
  const isFile = written.some(({ text }) => bodyFile.test(text));
  const body = bodyText(written, context, sendsForm(headers)) ?? (isFile ? plainText('', first.at) : null);
  const last = body?.ends.at(-1) ?? heads.at(-1)?.at ?? first.at;
  const end = Math.max(last, ...[first, ...query, ...heads].map((line) => line.at + line.text.length));
  return [
    {
      whole: { at: first.at, length: end - first.at },
      method,
      methodText,
      url: joined([filled(target, targetAt, context), ...query.map((line) => filledLine(line, context))], ''),
      headers,
      body: body === null ? null : textBody(body, !isFile),
    },
  ];
}

/** The method and the URL of a request. */
function firstLine({ text, at }: Line, context: FileContext) {
  if (text.length > maxLineLength)
    throw unreadable(context.text, context.file, at, 'the line is too long for a request');
  const line = text.trim();
  const lineAt = at + text.indexOf(line);
  const [lead = '', named] = requestMethod.exec(line) ?? [];
  const target = withoutVersion(line.slice(lead.length));
  if (/\s/.test(target.replace(/\{\{[^{}]*\}\}/g, '')))
    throw unreadable(context.text, context.file, at, 'the line is not a request line');
  return {
    method: named ?? 'GET',
    methodText: named === undefined ? null : plainText(named, lineAt),
    target,
    targetAt: lineAt + lead.length,
  };
}

/** Removes the version of HTTP, where a request line ends with one. */
function withoutVersion(rest: string): string {
  const at = rest.lastIndexOf('HTTP/');
  const before = rest.slice(0, Math.max(0, at));
  const isVersion = /\s$/.test(before) && httpVersion.test(rest.slice(at));
  return isVersion ? before.trimEnd() : rest;
}

function filledLine({ text, at }: Line, context: FileContext): WrittenText {
  const trimmed = text.trim();
  return filled(trimmed, at + text.indexOf(trimmed), context);
}

function headerOf(line: Line, context: FileContext): WrittenHeader {
  const colon = line.text.indexOf(':');
  if (colon <= 0) throw unreadable(context.text, context.file, line.at, 'the line is not a header');
  const value = filledLine({ text: line.text.slice(colon + 1), at: line.at + colon + 1 }, context);
  return { name: line.text.slice(0, colon).trim(), value };
}

function sendsForm(headers: readonly WrittenHeader[]): boolean {
  return headers.some(
    ({ name, value }) =>
      name.toLowerCase() === 'content-type' && value?.text.includes('x-www-form-urlencoded') === true,
  );
}

/** The body; what a file holds is not known, and scripts for answers are no part of it. */
function bodyText(lines: readonly Line[], context: FileContext, isForm: boolean): WrittenText | null {
  const handler = lines.findIndex(({ text }) => /^(?:>|<>)\s/.test(text));
  const own = (handler < 0 ? lines : lines.slice(0, handler)).filter(({ text }) => !bodyFile.test(text));
  const [first, last] = [
    own.find(({ text }) => text.trim() !== ''),
    own.findLast(({ text }) => text.trim() !== ''),
  ];
  if (first === undefined || last === undefined) return null;
  // Its fields may stand one a line: the breaks are not sent.
  if (isForm)
    return joined(
      own.map((line) => filledLine(line, context)).filter(({ text }) => text !== ''),
      '',
    );
  return filled(context.text.slice(first.at, last.at + last.text.length), first.at, context);
}

/** A text with the variables of the file filled in; those of environments stay as they are. */
function filled(text: string, at: number, { variables }: FileContext, depth = 0): WrittenText {
  const found = [...text.matchAll(/\{\{\s*([\w.-]+)\s*\}\}/g)].flatMap(({ 0: all, 1: name = '', index }) => {
    const value = variables.get(name);
    if (value === undefined) return [];
    const inner = depth < 10 ? filled(value, 0, { text, file: '', variables }, depth + 1).text : value;
    return [{ at: index, length: all.length, text: inner }];
  });
  return withReplaced(plainText(text, at), found);
}
