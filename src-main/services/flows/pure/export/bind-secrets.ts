import { escapeBackslashes } from '#shared/flows/binary.ts';
import { literalPattern } from '#shared/flows/literal-pattern.ts';
import type { ScriptStep } from '#shared/flows/script.ts';
import { parseTemplate } from '#shared/flows/template.ts';
import { formEncode } from '#shared/oauth/index.ts';
import { minSecretLength } from './redactor.ts';

/** A step without clear-text secrets: if somebody typed one into a request, its name is bound instead. */
export function bindSecrets(step: ScriptStep, secrets: ReadonlyMap<string, string>): ScriptStep {
  const bindings = new Map(
    [...secrets]
      .filter(([, value]) => value.length >= minSecretLength)
      .flatMap(([name, value]) => [
        [formEncode(value), `{{${name}|form}}`] as const,
        [escapeBackslashes(value), `{{${name}}}`] as const,
        [value, `{{${name}}}`] as const,
      ]),
  );
  if (bindings.size === 0) return step;
  const spellings = [...bindings.keys()].toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(spellings.map(literalPattern).join('|'), 'g');
  const bind = (template: string) =>
    parseTemplate(template)
      .map((part) =>
        typeof part === 'string' ? part.replace(pattern, (found) => bindings.get(found) ?? '') : part.text,
      )
      .join('');
  if (step.act === 'send' || step.act === 'browse') return { ...step, request: mapTexts(step.request, bind) };
  return step.act === 'make' ? { ...step, options: mapTexts(step.options, bind) } : step;
}

/** A copy of a plain value with each text in it changed. */
function mapTexts<T>(value: T, change: (text: string) => string): T;
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [name, mapTexts(member, change)]),
  );
}
