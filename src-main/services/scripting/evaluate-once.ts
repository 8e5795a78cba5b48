import { GatehouseError } from '#shared/errors/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { ScriptResult } from './messages.ts';
import { loadScriptParser, translateScript } from './pure/index.ts';
import type { ScriptRoom } from './script-room.ts';
import { Lane, type LanePorts } from './script-runner.ts';
import { createTurns } from './turns.ts';

const usualLimitMillis = 5_000;
/** Scripts that run at a time: each has a worker, which takes its memory. */
const turns = createTurns(2);

export interface OncePorts extends LanePorts {
  /** How long a script may take, in milliseconds; 5,000 where it is not said. */
  readonly limitMillis?: number;
  /** Where its worker finds room; absent: it needs none of others. */
  readonly room?: ScriptRoom;
}

/** A script that is run by itself. */
export interface OneScript {
  /** Its name in messages. */
  readonly name: string;
  /** Media type of its language. */
  readonly type: string;
  readonly source: string;
}

/**
 * Runs a script once, in a worker of its own that ends with it; where too many run, it waits for its turn.
 * @throws script.invalid, script.unknown-language, script.failed, script.timeout
 */
export async function evaluateOnce(
  { name, type, source }: OneScript,
  bindings: Readonly<Record<string, JsonValue>>,
  ports: OncePorts,
  signal?: AbortSignal,
): Promise<JsonValue> {
  if (type.includes('javascript')) await loadScriptParser();
  // Others are no variables; a script finds them in whatever else holds its arguments.
  const names = Object.keys(bindings).filter((each) => /^[A-Za-z_]\w*$/.test(each));
  const translated = translateScript(type, source, new Set(['logger', ...names]));
  if (!translated.ok) {
    const { code, message, fix, line, column } = translated.problem;
    throw new GatehouseError(code, `${name}, line ${line}, column ${column}: ${message}`, { fix });
  }
  const { body } = translated.script;
  const end = await turns.take(signal);
  if (end === null || signal?.aborted === true) {
    end?.();
    throw new GatehouseError('script.failed', `${name} was stopped before it started.`, {
      fix: 'Run it again with a longer timeout, or when fewer scripts are running.',
    });
  }
  const { limitMillis = usualLimitMillis, room } = ports;
  const script = { name, body, bindings: ['logger', ...names], limitMillis, concurrency: 1 };
  const runner = new Lane(script, ports, room);
  const stop = () => void runner.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return valueOf(await runner.run(JSON.stringify(bindings)), name);
  } finally {
    signal?.removeEventListener('abort', stop);
    await runner.close();
    end();
  }
}

/** @throws script.failed where a value has no form as JSON */
function valueOf(result: ScriptResult, name: string): JsonValue {
  if (result.kind === 'none') return null;
  if (result.kind === 'rate')
    return { numberOfRequests: Number(result.numberOfRequests), duration: String(result.duration) };
  if (result.json !== null) return JSON.parse(result.json) as JsonValue;
  throw new GatehouseError('script.failed', `${name} returned a value that is too large or not JSON.`, {
    fix: 'Return strings, numbers, lists and maps of at most 256 kB.',
  });
}
