import type { parse } from 'acorn';
import { parseScript } from './groovy/parse.ts';
import { printScript } from './groovy/print.ts';
import { ScriptSyntaxError } from './groovy/tokens.ts';
import type { TranslatedScript, Translation } from './types.ts';

/** Longest script that is read, in UTF-16 units. */
const maximumLength = 200_000;

/** What a script in JavaScript names that makes its runs depend on more than its bindings. */
const statefulNames = /\b(?:globals|http|logger|session|Date|Math\s*\.\s*random|performance|globalThis)\b/;

const languages = new Map<string, (source: string, bindings: ReadonlySet<string>) => TranslatedScript>([
  ['application/x-groovy', (source, bindings) => printScript(parseScript(source), bindings)],
  ['text/x-groovy', (source, bindings) => printScript(parseScript(source), bindings)],
  ['application/javascript', plainScript],
  ['text/javascript', plainScript],
]);

/** The media types of scripts that can run. */
const scriptTypes: readonly string[] = ['application/x-groovy', 'application/javascript'];

/** @throws ScriptSyntaxError */
function plainScript(source: string, bindings: ReadonlySet<string>): TranslatedScript {
  checkSyntax(source);
  const parameters = [...bindings].map((name) => `const ${name} = $${name};`).join(' ');
  const uses = new Set([...bindings].filter((name) => new RegExp(`\\b${name}\\b`).test(source)));
  return { body: `${parameters} ${source}`, uses, isStateless: !statefulNames.test(source) };
}

let parser: typeof parse | null = null;

/** Loads what says where a script in JavaScript is wrong: before, only its first run does. */
export async function loadScriptParser(): Promise<void> {
  parser ??= (await import('acorn')).parse;
}

/** It is read only, never run: that is for the sandbox. ECMA-262 2023 is what the sandbox knows. */
function checkSyntax(source: string): void {
  try {
    parser?.(source, { ecmaVersion: 2023, sourceType: 'script', allowReturnOutsideFunction: true });
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('loc' in error)) throw error;
    const { line, column } = error.loc as { line: number; column: number };
    const message = error.message.replace(/ \(\d+:\d+\)$/, '');
    const place = { line, column: column + 1 };
    throw new ScriptSyntaxError(`${message}.`, place, 'Mend the script: it is the body of a function.');
  }
}

/**
 * Reads a script of one of the languages and turns it into what the sandbox runs. DESIGN.md decision 14
 * @param bindings names of the variables that it is given, arguments included
 */
export function translateScript(type: string, source: string, bindings: ReadonlySet<string>): Translation {
  const start = { line: 1, column: 1 };
  const read = languages.get(type.toLowerCase());
  if (read === undefined)
    return {
      ok: false,
      problem: {
        ...start,
        code: 'script.unknown-language',
        message: `There is no language ${type} here.`,
        fix: `Set type to ${scriptTypes.join(' or ')}.`,
      },
    };
  if (source.length > maximumLength)
    return {
      ok: false,
      problem: {
        ...start,
        code: 'script.invalid',
        message: `The script is longer than ${maximumLength} characters.`,
        fix: 'Shorten it.',
      },
    };
  try {
    return { ok: true, script: read(source, bindings) };
  } catch (error) {
    if (!(error instanceof ScriptSyntaxError)) throw error;
    const { place, message, fix } = error;
    return {
      ok: false,
      problem: { code: 'script.invalid', message, fix, line: place.line, column: place.column },
    };
  }
}
