import { GatehouseError } from '../errors/index.ts';
import { escapeBackslashes } from './binary.ts';
import { isPipe, type PipeName, type PipeTools, pipes } from './pipes.ts';

/** A place of a template that is filled in: `{{name}}`, `{{name?|pipe:argument}}` or `{{'text'|pipe}}`. */
export interface TemplateBinding {
  /** Name of the value; null where the text itself is given. */
  readonly name: string | null;
  readonly literal: string;
  /** The field that holds it is left out while there is no value. */
  readonly isOptional: boolean;
  readonly pipes: readonly { readonly name: PipeName; readonly argument: string }[];
  /** Its text in the template. */
  readonly text: string;
}

export type TemplatePart = string | TemplateBinding;

/** The value of a name, or undefined while it has none. */
export type ResolveValue = (name: string) => string | undefined;

export interface TemplateContext extends PipeTools {
  readonly resolve: ResolveValue;
}

/** A binding is within one line: a request as text is read line by line. */
const binding =
  /\{\{(?:([a-z][a-z0-9_.-]*)(\??)|'((?:[^'\\\r\n]|\\.)*)')((?:\|[a-z0-9-]+(?::[^|{}\r\n]*)?)*)\}\}/g;

/** Takes a template apart. What only looks like a binding, or names a pipe that does not exist, is text. */
export function parseTemplate(template: string): readonly TemplatePart[] {
  if (!template.includes('{{')) return template === '' ? [] : [template];
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of template.matchAll(binding)) {
    const [text, name, optional, literal = '', chain = ''] = match;
    const found = parsePipes(chain);
    if (found === null) continue;
    if (match.index > end) parts.push(template.slice(end, match.index));
    parts.push({
      name: name ?? null,
      literal: literal.replace(/\\(.)/g, '$1'),
      isOptional: optional === '?',
      pipes: found,
      text,
    });
    end = match.index + text.length;
  }
  if (end < template.length) parts.push(template.slice(end));
  return parts;
}

function parsePipes(chain: string): TemplateBinding['pipes'] | null {
  const found: { name: PipeName; argument: string }[] = [];
  for (const piece of chain.split('|').slice(1)) {
    const colon = piece.indexOf(':');
    const name = colon < 0 ? piece : piece.slice(0, colon);
    if (!isPipe(name)) return null;
    found.push({ name, argument: colon < 0 ? '' : piece.slice(colon + 1) });
  }
  return found;
}

/** Names of the values that a template needs, each once. */
export function templateNames(template: string): readonly string[] {
  if (!template.includes('{{')) return [];
  const names = parseTemplate(template).flatMap((part) =>
    typeof part === 'string' || part.name === null ? [] : [part.name],
  );
  return [...new Set(names)];
}

/** A template that produces a literal text. */
export function literalTemplate(text: string): string {
  return text.replaceAll('{{', "{{'{{'}}");
}

/** Functions applied to the text of a template, and to the values that are filled in. */
export interface FillWays {
  readonly text: (text: string) => string;
  readonly value: (value: string) => string;
  /** Stands where an optional value is missing; absent: nothing is filled in at all. */
  readonly missing?: string;
}

const asTheyAre: FillWays = { text: (text) => text, value: (value) => value };

/** A template that produces a literal text where escapes are read. */
export function exactTemplate(text: string): string {
  return literalTemplate(escapeBackslashes(text));
}

/**
 * Fills a template in; null where an optional value is missing.
 * @throws flow.value-missing
 */
export function fillTemplate(
  template: string,
  context: TemplateContext,
  ways: FillWays = asTheyAre,
): string | null {
  let filled = '';
  for (const part of parseTemplate(template)) {
    const value = typeof part === 'string' ? null : fillBinding(part, context);
    if (typeof part === 'string') filled += ways.text(part);
    else if (value === null) {
      if (ways.missing === undefined) return null;
      filled += ways.missing;
    } else filled += ways.value(value);
  }
  return filled;
}

/** True if every value is there that a template cannot do without. */
export function isFillable(template: string, resolve: TemplateContext['resolve']): boolean {
  return parseTemplate(template).every(
    (part) =>
      typeof part === 'string' || part.isOptional || part.name === null || resolve(part.name) !== undefined,
  );
}

function fillBinding(part: TemplateBinding, context: TemplateContext): string | null {
  const value = part.name === null ? part.literal : context.resolve(part.name);
  if (part.isOptional && (value === undefined || value === '')) return null;
  if (value === undefined)
    throw new GatehouseError(
      'flow.value-missing',
      `The request needs the value ${part.name}, which no step has provided yet.`,
      {
        fix: 'Run the step that provides it first, or enter a value.',
      },
    );
  return part.pipes.reduce((text, { name, argument }) => pipes[name](text, argument, context), value);
}
