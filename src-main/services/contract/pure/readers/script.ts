import type { ReadFact, ScriptFact } from '#shared/contract/facts.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { HostMatcher } from '../hosts.ts';
import { maskScript } from '../mask-text.ts';
import type { Suppression, UntoldRequest } from './artefact.ts';
import { httpFileRequests } from './http-file.ts';
import { pythonRequests } from './python-calls.ts';
import { callRequests } from './script-calls.ts';
import { scriptFact } from './script-fact.ts';
import { scriptRequestFact, type WrittenRequest } from './script-request.ts';
import type { Span } from './script-text.ts';
import { scriptTokens } from './script-tokens.ts';
import { hasKnownPath, isTold } from './script-urls.ts';
import { shellRequests } from './shell-requests.ts';
import { spreadSuppressions, suppressionsIn } from './suppressions.ts';
import { createTextLines } from './text-lines.ts';

export type ScriptLanguage = ScriptFact['language'];

/** Characters of a call that are shown. */
const maxShown = 80;
/** Characters of a call that are masked before it is cut. */
const maxMasked = 4_000;
/** Characters that a script may have. */
const maxLength = 16 * 1_048_576;

/** The contents of a script that the contract covers. */
export interface ReadScript {
  readonly facts: readonly ReadFact[];
  readonly suppressions: readonly Suppression[];
  /** Requests whose address is only known when it runs. */
  readonly untold: readonly UntoldRequest[];
}

/**
 * Reads the requests that a script sends: with curl, as an `.http` file, or with the clients of JavaScript, TypeScript
 * and Groovy. What is only known when it runs stands as a placeholder.
 * @throws contract.unreadable, contract.too-large, each with its place
 */
export function readScript(
  text: string,
  options: { readonly file: string; readonly language: ScriptLanguage; readonly hosts: HostMatcher },
): ReadScript {
  const { file, language, hosts } = options;
  if (text.length > maxLength)
    throw new GatehouseError('contract.too-large', `${file} is too large: ${text.length} characters.`, {
      fix: `Split the file. The limit is ${maxLength} characters.`,
      location: { file },
    });
  const { requests, script, untold = [] } = read(text, file, language);
  const lines = createTextLines(text);
  const stretches = requests.map(({ whole }) => lines.rangeOf(whole.at, whole.length));
  const shown = ({ at, length }: Span) => firstLine(text, at, length);
  return {
    facts: [
      script,
      ...requests.map((request) => scriptRequestFact(request, hosts, () => shown(request.whole))),
    ],
    untold: untold.map((span) => ({ line: lines.rangeOf(span.at, span.length).line, text: shown(span) })),
    suppressions: spreadSuppressions(suppressionsIn(text), stretches),
  };
}

/** A call as far as its line and its first argument, without secrets: masked as a whole, so that none is cut in two. */
function firstLine(text: string, at: number, length: number): string {
  const call = maskScript(text.slice(at, at + Math.min(length, maxMasked))).text;
  const end = call.search(/[\n,]/);
  return (end < 0 ? call : call.slice(0, end)).slice(0, maxShown).trim();
}

function read(
  text: string,
  file: string,
  language: ScriptLanguage,
): {
  readonly requests: readonly WrittenRequest[];
  readonly script: ScriptFact;
  readonly untold?: readonly Span[];
} {
  switch (language) {
    case 'python': {
      const { tokens, requests, untold } = pythonRequests(text, file);
      return { requests, script: scriptFact(text, language, tokens), untold };
    }
    case 'shell': {
      const sent = shellRequests(text, file);
      const isWhole = ({ url, method }: WrittenRequest) => isTold(url.text) && !method.includes('${');
      const untold = sent.filter((request) => !isWhole(request)).map(({ whole }) => whole);
      const requests = sent.filter(({ url }) => isTold(url.text) || hasKnownPath(url.text));
      return { requests, script: scriptFact(text, language, []), untold };
    }
    case 'http':
      return { requests: httpFileRequests(text, file), script: scriptFact(text, language, []) };
    case 'javascript':
    case 'groovy': {
      const tokens = scriptTokens(text, file, language);
      return { ...callRequests(tokens, language), script: scriptFact(text, language, tokens) };
    }
  }
}
