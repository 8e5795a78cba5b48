import { percentEncode } from '../../oauth/form.ts';
import type { Comparison, QueryFilter } from '../../query/types.ts';
import type { FilterSettings } from '../configuration/object-type.ts';
import type { FilterOperator } from '../configuration/vocabulary.ts';
import type { BodyFilter } from './body-filter.ts';
import { operatorOf } from './operators.ts';
import { type FilterTemplates, fillFilterTemplate } from './templates.ts';

/** Writes filters in the language of a remote. */
export interface RemoteLanguage {
  readonly settings: FilterSettings;
  /** Names by which the remote knows attributes; those without one it cannot filter by. */
  readonly names: ReadonlyMap<string, string>;
  readonly templates: FilterTemplates;
  /** null: filters stand in the query. */
  readonly body: BodyFilter | null;
}

/** A filter as the remote writes it; null: it, or a part of it, cannot be said there. */
export function writeRemote(filter: QueryFilter, language: RemoteLanguage): string | null {
  switch (filter.kind) {
    case 'true':
    case 'false':
      return null;
    case 'present':
      return writePresence(filter.field, language);
    case 'compare':
      return writeComparison(filter, language);
    case 'not':
      return writeNegation(filter.part, language);
    case 'and':
    case 'or':
      return writeJoined(filter.kind, filter.parts, language);
  }
}

/** The operator of the remote; null: it has none. */
export function remoteOperator({ settings }: RemoteLanguage, operator: FilterOperator | null): string | null {
  const symbol = operator === null ? null : settings.operators[operator];
  return symbol === undefined || symbol === null ? null : symbol;
}

/** Without a parameter the expression is the query itself: its values are encoded one by one, and nothing groups. */
export function isQuery({ settings }: RemoteLanguage): boolean {
  return (settings.queryParamKey ?? '') === '';
}

function writePresence(field: string, language: RemoteLanguage): string | null {
  const symbol = remoteOperator(language, 'presence');
  const name = language.names.get(field);
  const template = language.templates.get('presence');
  if (template !== undefined && name !== undefined)
    return fillFilterTemplate(template, { name, value: '', isQuery: isQuery(language) });
  return symbol === null || name === undefined
    ? null
    : `${name}${language.settings.separator ?? ''}${symbol}`;
}

function writeComparison(filter: Comparison, language: RemoteLanguage): string | null {
  const operator = operatorOf(filter);
  const symbol = remoteOperator(language, operator);
  const name = language.names.get(filter.field);
  const value = writeValue(filter.value, language);
  const template = operator === null ? undefined : language.templates.get(operator);
  if (template !== undefined && name !== undefined && value !== null)
    return fillFilterTemplate(template, { name, value, isQuery: isQuery(language) });
  if (symbol === null || name === undefined || value === null) return null;
  const separator = language.settings.separator ?? '';
  return `${name}${separator}${symbol}${separator}${value}`;
}

function writeValue(value: string | number | boolean, language: RemoteLanguage): string | null {
  const encode = (text: string): string => (isQuery(language) ? percentEncode(text) : text);
  if (typeof value !== 'string') return encode(String(value));
  const quotes = language.settings.quotes ?? '';
  if (quotes !== '') return encode(quotes + escapedIn(value, quotes, language) + quotes);
  return isQuery(language) || isSafeBare(value, language) ? encode(value) : null;
}

/** Escaped otherwise than the remote reads it, a mark would end the text, and the rest would be a filter of its own. */
function escapedIn(value: string, quotes: string, { settings }: RemoteLanguage): string {
  if (settings.quoteEscape === 'double') return value.replaceAll(quotes, () => quotes + quotes);
  return value.replace(/[\\]/g, '\\\\').replaceAll(quotes, () => `\\${quotes}`);
}

/** True if a text without quotes cannot be mistaken for anything else. */
function isSafeBare(value: string, { settings }: RemoteLanguage): boolean {
  const signs = [settings.separator, ...Object.values(settings.operators)].filter(
    (sign) => sign !== null && sign !== undefined && sign !== '' && !/^[A-Za-z]+$/.test(sign),
  );
  const words = Object.values(settings.operators).map((word) => word?.trim().toLowerCase());
  return (
    /^[\p{L}\p{N}_.@-]+$/u.test(value) &&
    !words.includes(value.toLowerCase()) &&
    !signs.some((sign) => value.includes(sign ?? ''))
  );
}

function writeNegation(part: QueryFilter, language: RemoteLanguage): string | null {
  const symbol = remoteOperator(language, 'not');
  const inner = isQuery(language) ? null : writeRemote(part, language);
  return symbol === null || inner === null ? null : `${symbol}${language.settings.separator ?? ''}(${inner})`;
}

function writeJoined(
  kind: 'and' | 'or',
  parts: readonly QueryFilter[],
  language: RemoteLanguage,
): string | null {
  const texts = parts.map((part) => writePart(part, kind, language));
  const written = texts.filter((text) => text !== null);
  return written.length === texts.length ? joinRemote(kind, written, language) : null;
}

/** A nested list is written in parentheses, which not every language has. */
export function writePart(part: QueryFilter, within: 'and' | 'or', language: RemoteLanguage): string | null {
  const text = writeRemote(part, language);
  if (text === null || (part.kind !== 'and' && part.kind !== 'or') || part.kind === within) return text;
  return isQuery(language) ? null : `(${text})`;
}

/** Parts that are written already, joined by the word of the remote; null: it has none. */
export function joinRemote(
  kind: 'and' | 'or',
  texts: readonly string[],
  language: RemoteLanguage,
): string | null {
  if (texts.length === 0) return null;
  if (texts.length === 1) return texts[0] ?? null;
  const symbol = remoteOperator(language, kind);
  const separator = language.settings.separator ?? '';
  return symbol === null ? null : texts.join(`${separator}${symbol}${separator}`);
}
