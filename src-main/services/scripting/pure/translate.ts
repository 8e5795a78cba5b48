import type { parse } from 'acorn';
import { functionText } from './function-text.ts';
import { parseScript } from './groovy/parse.ts';
import { printScript } from './groovy/print.ts';
import { nestedTooDeeply, ScriptSyntaxError } from './groovy/tokens.ts';
import type { TranslatedScript, Translation } from './types.ts';

/** Longest script that is read, in UTF-16 units. */
const maxLength = 200_000;

/** Names that a script in JavaScript cannot have for an argument: words of the language, and what the sandbox gives. */
const reserved: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof var void while with yield ThrottlingRate Request G'
  ).split(' '),
);

const languages = new Map<string, (source: string, bindings: ReadonlySet<string>) => TranslatedScript>([
  ['application/x-groovy', (source, bindings) => printScript(parseScript(source), bindings)],
  ['text/x-groovy', (source, bindings) => printScript(parseScript(source), bindings)],
  ['application/javascript', plainScript],
  ['text/javascript', plainScript],
]);

/** The media types of scripts that can run. */
const scriptTypes: readonly string[] = ['application/x-groovy', 'application/javascript'];

/**
 * Nothing proves that a script in JavaScript keeps nothing between its runs, so none counts as stateless.
 * @throws ScriptSyntaxError
 */
function plainScript(source: string, bindings: ReadonlySet<string>): TranslatedScript {
  const taken = [...bindings].find((name) => reserved.has(name));
  if (taken !== undefined)
    throw new ScriptSyntaxError(
      `The argument name ${taken} is reserved.`,
      { line: 1, column: 1 },
      'Use another name.',
    );
  const parameters = [...bindings].map((name) => `const ${name} = $${name};`).join(' ');
  const body = `${parameters} ${source}`;
  // Alone, so that it does not close the function around it; then as the sandbox gets it.
  checkSyntax(source, 0);
  const whole = functionText(body, bindings);
  checkSyntax(whole, whole.indexOf(body) + parameters.length + 1);
  const uses = new Set([...bindings].filter((name) => new RegExp(`\\b${name}\\b`).test(source)));
  return { body, uses, isStateless: false };
}

let parser: typeof parse | null = null;

/** Loads what says where a script in JavaScript is wrong: before, only its first run does. */
export async function loadScriptParser(): Promise<void> {
  parser ??= (await import('acorn')).parse;
}

/**
 * It is read only, never run: that is for the sandbox. ECMA-262 2023 is what the sandbox knows.
 * @param offset how far its first line is from the beginning
 */
function checkSyntax(text: string, offset: number): void {
  try {
    parser?.(text, { ecmaVersion: 2023, sourceType: 'script', allowReturnOutsideFunction: true });
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('loc' in error)) throw error;
    const { line, column } = error.loc as { line: number; column: number };
    const message = error.message.replace(/ \(\d+:\d+\)$/, '');
    const position = { line, column: Math.max(1, column + 1 - (line === 1 ? offset : 0)) };
    throw new ScriptSyntaxError(
      `${message}.`,
      position,
      'Fix the script. It must be the body of a function.',
    );
  }
}

/**
 * Reads a script of one of the languages and turns it into what the sandbox runs.
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
        message: `The script type ${type} is not supported.`,
        fix: `Set type to ${scriptTypes.join(' or ')}.`,
      },
    };
  if (source.length > maxLength)
    return {
      ok: false,
      problem: {
        ...start,
        code: 'script.invalid',
        message: `The script is longer than ${maxLength} characters.`,
        fix: 'Shorten the script, and reduce its nesting.',
      },
    };
  try {
    return { ok: true, script: read(source, bindings) };
  } catch (error) {
    const { position, message, fix } = asSyntaxError(error);
    return {
      ok: false,
      problem: { code: 'script.invalid', message, fix, line: position.line, column: position.column },
    };
  }
}

/** A script that exhausts the stack of what reads it is nested too deeply, whatever the language. */
function asSyntaxError(error: unknown): ScriptSyntaxError {
  if (error instanceof ScriptSyntaxError) return error;
  if (error instanceof RangeError) return nestedTooDeeply({ line: 1, column: 1 });
  throw error;
}
