import { readFileSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { processHeaps } from '#main/platform/isolates/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { jsonOf, memberOf } from '#shared/expressions/values.ts';
import { type Rate, rateOf, type ScriptDeclaration, type ScriptHandle } from '#shared/throttle/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { evaluateOnce, type OneScript } from './evaluate-once.ts';
import type { ScriptResult } from './messages.ts';
import { loadScriptParser, type TranslatedScript, translateScript } from './pure/index.ts';
import { createScriptRoom } from './script-room.ts';
import { Lane, type LanePorts } from './script-runner.ts';

/** Bindings of a policy's script besides its arguments. */
const given = ['request', 'context', 'contexts', 'attributes', 'session', 'globals', 'logger'] as const;
/** Those of them that come with each request. */
const perRun = ['request', 'context', 'contexts', 'attributes', 'session'] as const;

/** How long a script may take, in milliseconds; and one that asks other servers. */
const limitMillis = 1_000;
const limitWithHttpMillis = 5_000;
const concurrencyWithHttp = 32;
const maxFileBytes = 1_048_576;

export interface ScriptingPorts extends LanePorts {
  /** Folder of the workspace; scripts lie in `scripts/`. */
  readonly directory: string;
  /** The machine's time, in milliseconds. */
  readonly nowMillis: () => number;
  /** Told once of a script whose new version cannot be loaded: the one before it stays in force. */
  readonly noteBroken?: (error: Error) => void;
}

/** Loads and runs scripts, each in workers of its own. */
export interface Scripting {
  /**
   * Loads the script of a policy. Its workers begin with its first run; they hold its `globals`, which no other policy
   * shares, and go when it has not run for a while.
   * @throws script.invalid, script.unknown-language, script.file-missing
   */
  rateScript(declaration: ScriptDeclaration): ScriptHandle;
  /**
   * Runs a script once, in a worker of its own, with the names of `bindings` as variables.
   * @throws script.invalid, script.unknown-language, script.failed, script.timeout
   */
  evaluate(
    script: OneScript,
    bindings: Readonly<Record<string, JsonValue>>,
    signal?: AbortSignal,
  ): Promise<JsonValue>;
  /** Loads what reads scripts of the languages that a text names, such as a route document. */
  prepare(text: string): Promise<void>;
  close(): Promise<void>;
}

interface LoadedScript {
  readonly script: TranslatedScript;
  readonly name: string;
  /** Bindings that come with each request and are read. */
  readonly used: readonly string[];
  readonly runner: Lane;
  /** Returns true if its file has changed since. */
  readonly isStale: () => boolean;
}

/** Makes what runs scripts; no worker starts before a script runs. */
export function createScripting(ports: ScriptingPorts): Scripting {
  const room = createScriptRoom(processHeaps.script.max);
  /** Those that may have workers. */
  const awake = new Set<Lane>();
  let isClosed = false;

  function newRunner(script: TranslatedScript, bindings: readonly string[], name: string): Lane {
    const asks = script.uses.has('http');
    const settings = {
      name,
      body: script.body,
      bindings,
      limitMillis: asks ? limitWithHttpMillis : limitMillis,
      concurrency: asks ? concurrencyWithHttp : 1,
    };
    return new Lane(settings, { ...ports, onIdle: (runner) => awake.delete(runner) }, room);
  }

  /** @throws errors of the script */
  function load(declaration: ScriptDeclaration): LoadedScript {
    const { source, name, isStale } = sourceOf(declaration, ports);
    const names = bindingNames(declaration);
    const translated = translateScript(declaration.type, source, new Set(names));
    if (!translated.ok) throw refusal(translated.problem, name, declaration);
    const { script } = translated;
    const used = perRun.filter((each) => script.uses.has(each));
    return { script, name, used, isStale, runner: newRunner(script, names, name) };
  }

  return {
    rateScript(declaration) {
      let loaded = load(declaration);
      let noted = '';
      // A script that cannot be loaded does not replace one that could: its fault is noted, once.
      const current = (): LoadedScript => {
        if (!loaded.isStale()) return loaded;
        try {
          loaded = load(declaration);
          noted = '';
        } catch (error) {
          if (!(error instanceof GatehouseError)) throw error;
          if (error.message !== noted) ports.noteBroken?.(error);
          noted = error.message;
        }
        return loaded;
      };
      return {
        isStateless: loaded.script.isStateless,
        async rate(scope) {
          const { runner, used, name } = current();
          if (isClosed) await runner.close();
          else awake.add(runner);
          return toRate(await runner.run(bindingsOf(scope, used, declaration.args)), name);
        },
      };
    },
    evaluate: (script, bindings, signal) => evaluateOnce(script, bindings, { ...ports, room }, signal),
    prepare: async (text) => (text.includes('javascript') ? loadScriptParser() : undefined),
    async close() {
      isClosed = true;
      const closing = [...awake].map((runner) => runner.close());
      awake.clear();
      await Promise.all(closing);
    },
  };
}

function refusal(
  problem: { code: GatehouseError['code']; message: string; fix: string; line: number; column: number },
  name: string,
  { source, pointer }: ScriptDeclaration,
): GatehouseError {
  const { code, message, fix, line, column } = problem;
  const location = `${pointer}/config/${typeof source === 'string' ? 'source' : 'file'}`;
  return new GatehouseError(code, `${name}, line ${line}, column ${column}: ${message}`, {
    fix,
    location: { file: name, line, column, pointer: location },
  });
}

/** @throws script.invalid where an argument has the name of something that is given */
function bindingNames({ args, hasClient }: ScriptDeclaration): readonly string[] {
  const fixed: readonly string[] = hasClient ? [...given, 'http'] : given;
  for (const name of Object.keys(args)) {
    if (fixed.includes(name) || !/^[A-Za-z_]\w*$/.test(name))
      throw new GatehouseError('script.invalid', `The argument name ${name} cannot be used.`, {
        fix: `Use letters, digits and “_”. Reserved names: ${fixed.join(', ')}.`,
      });
  }
  return [...fixed, ...Object.keys(args)];
}

function bindingsOf(scope: unknown, used: readonly string[], args: unknown): string {
  const parts = used.map((name) => `${JSON.stringify(name)}:${jsonOf(memberOf(scope, name), false)}`);
  const rest = jsonOf(args, false).slice(1, -1);
  return `{${[...parts, ...(rest === '' ? [] : [rest])].join(',')}}`;
}

/** @throws script.failed where the script gave neither a rate nor null */
function toRate(result: ScriptResult, name: string): Rate | null {
  if (result.kind === 'none') return null;
  const fix = 'Return new ThrottlingRate(6, "10 seconds"), a promise of one, or null.';
  if (result.kind === 'value')
    throw new GatehouseError('script.failed', `${name} returned a value that is not a rate.`, { fix });
  const read = rateOf(
    typeof result.numberOfRequests === 'number' ? result.numberOfRequests : Number.NaN,
    String(result.duration),
  );
  if ('rate' in read) return read.rate;
  throw new GatehouseError(
    'script.failed',
    `${name} returned a rate that is not possible: ${read.problem.message}`,
    {
      fix: read.problem.fix,
    },
  );
}

/** How often a script's file is looked at, in milliseconds: it is followed while its route stays as it is. */
const lookAgainMillis = 500;

/** @throws script.file-missing */
function sourceOf(
  { source, type }: ScriptDeclaration,
  { directory, nowMillis }: Pick<ScriptingPorts, 'directory' | 'nowMillis'>,
): { readonly source: string; readonly name: string; readonly isStale: () => boolean } {
  if (typeof source === 'string') return { source, name: 'The script', isStale: () => false };
  const folder = join(directory, 'scripts');
  // The products keep scripts in a folder for each language; both places hold.
  const places = [source.file, join(/groovy/.test(type) ? 'groovy' : 'javascript', source.file)];
  for (const location of places) {
    const text = readWithin(folder, location);
    if (text === null) continue;
    let lookedMillis = nowMillis();
    const isStale = () => {
      if (nowMillis() - lookedMillis < lookAgainMillis) return false;
      lookedMillis = nowMillis();
      return readWithin(folder, location) !== text;
    };
    return { source: text, name: `scripts/${location.split(sep).join('/')}`, isStale };
  }
  throw new GatehouseError('script.file-missing', `The workspace has no script ${source.file}.`, {
    fix: `Add the file scripts/${source.file}.`,
  });
}

/** The text of a file that lies in a folder, links followed; null where it does not. */
function readWithin(folder: string, filePath: string): string | null {
  try {
    const path = realpathSync(join(folder, filePath));
    const inner = relative(realpathSync(folder), path);
    if (inner.startsWith('..') || inner.startsWith(sep)) return null;
    const bytes = readFileSync(path);
    return bytes.length > maxFileBytes ? null : bytes.toString('utf8');
  } catch {
    return null;
  }
}
