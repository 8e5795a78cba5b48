import variant from '@jitl/quickjs-singlefile-mjs-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSDeferredPromise,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import type { ScriptHttpResponse, ScriptRequest } from './messages.ts';
import { prelude } from './prelude.ts';
import { functionText } from './pure/function-text.ts';

/** Maximum memory of the script's values, as its engine counts. */
const memoryLimitBytes = 16 * 1_048_576;
/**
 * All memory that its engine gets, in pages of 64 KiB: 16 MiB at the start, 32 at most. The engine counts neither
 * what fragments nor all that buffers take, and would else grow to two gibibytes.
 */
const memoryPages = { initial: 256, maximum: 512 };
/** Beyond this size its engine may lack the memory for an error message: it throws null then. */
const speechlessBytes = 24 * 1_048_576;
const stackLimitBytes = 512 * 1_024;
/** For loading a script and its environment. */
const loadMillis = 1_000;

/** Outside functions that the sandbox needs. */
export interface SandboxPorts {
  /** The machine's time, in milliseconds. */
  now(): number;
  send(run: number, request: ScriptRequest): Promise<ScriptHttpResponse>;
  log(level: string, text: string): void;
}

/** A script that failed, in words for people; the line counts from 1, null: none is known. */
export class ScriptFailure extends Error {
  override readonly name = 'ScriptFailure';
  readonly line: number | null;
  readonly isTimeout: boolean;

  constructor(message: string, line: number | null, isTimeout: boolean) {
    super(message);
    this.line = line;
    this.isTimeout = isTimeout;
  }
}

/** One script in a world of its own. A class because it owns memory of the sandbox. */
export class Sandbox {
  readonly #context: QuickJSContext;
  readonly #ports: SandboxPorts;
  readonly #memory: WebAssembly.Memory;
  readonly #waiting = new Set<QuickJSDeferredPromise>();
  #run: QuickJSHandle | null = null;
  #body: QuickJSHandle | null = null;
  #result: QuickJSHandle | null = null;
  #deadlineMillis = 0;

  constructor(module: QuickJSWASMModule, memory: WebAssembly.Memory, ports: SandboxPorts) {
    const runtime = module.newRuntime();
    runtime.setMemoryLimit(memoryLimitBytes);
    runtime.setMaxStackSize(stackLimitBytes);
    runtime.setInterruptHandler(() => ports.now() > this.#deadlineMillis);
    this.#context = runtime.newContext();
    this.#ports = ports;
    this.#memory = memory;
  }

  /** @param bindings names that the body reads, each with a $ before it. @throws ScriptFailure */
  load(body: string, bindings: readonly string[]): void {
    this.#deadlineMillis = this.#ports.now() + loadMillis;
    const context = this.#context;
    // Only a script that was given a client has anything to send with.
    const send = bindings.includes('http') ? this.#sender() : context.undefined;
    const log = context.newFunction('log', (level, text) => {
      this.#ports.log(context.getString(level), context.getString(text));
    });
    const world = this.#call(this.#evaluate(prelude, 'prelude.js'), send, log);
    this.#run = context.getProp(world, 'run');
    this.#result = context.getProp(world, 'result');
    const given = ['ThrottlingRate', 'Request', 'G'].map((name) => context.getProp(world, name));
    this.#body = this.#call(this.#evaluate(functionText(body, bindings), 'script.js'), ...given);
    for (const handle of [send, log, world, ...given]) handle.dispose();
  }

  /** Runs the script once; the answer is JSON, unless the script spoiled it. @throws ScriptFailure */
  async run(id: number, bindings: string, limitMillis: number): Promise<string> {
    if (this.#run === null || this.#body === null || this.#result === null)
      throw new Error('The script must be loaded before it runs');
    const context = this.#context;
    this.#deadlineMillis = this.#ports.now() + limitMillis;
    const text = context.newString(bindings);
    const number = context.newNumber(id);
    const called = this.#settle(context.callFunction(this.#run, context.undefined, this.#body, text, number));
    text.dispose();
    const value = await this.#awaited(called);
    const shown = this.#settle(context.callFunction(this.#result, context.undefined, value));
    value.dispose();
    const answer = context.getString(shown);
    shown.dispose();
    return answer;
  }

  /** A promise is waited for: its jobs run here, and after each answer from outside. */
  async #awaited(handle: QuickJSHandle): Promise<QuickJSHandle> {
    const state = this.#context.getPromiseState(handle);
    if (state.type === 'fulfilled' && state.notAPromise === true) return handle;
    const native = this.#context.resolvePromise(handle);
    handle.dispose();
    this.#executeJobs();
    return this.#settle(await native);
  }

  #executeJobs(): void {
    const done = this.#context.runtime.executePendingJobs();
    if (done.error !== undefined) done.error.dispose();
    else done.dispose();
  }

  #sender(): QuickJSHandle {
    const context = this.#context;
    return context.newFunction('send', (run, request) => {
      const promise = context.newPromise();
      this.#waiting.add(promise);
      const finish = (act: () => void) => {
        if (!this.#waiting.delete(promise)) return;
        act();
        promise.dispose();
        this.#executeJobs();
      };
      const asked = JSON.parse(context.getString(request)) as ScriptRequest;
      this.#ports.send(context.getNumber(run), asked).then(
        (answer) =>
          finish(() => context.newString(JSON.stringify(answer)).consume((text) => promise.resolve(text))),
        (error: unknown) =>
          finish(() =>
            context
              .newError(error instanceof Error ? error.message : 'failed')
              .consume((text) => promise.reject(text)),
          ),
      );
      return promise.handle;
    });
  }

  /** Calls a function that is needed no more. */
  #call(called: QuickJSHandle, ...args: readonly QuickJSHandle[]): QuickJSHandle {
    return called.consume((handle) =>
      this.#settle(this.#context.callFunction(handle, this.#context.undefined, ...args)),
    );
  }

  #evaluate(code: string, file: string): QuickJSHandle {
    return this.#settle(this.#context.evalCode(code, file));
  }

  #settle(result: ReturnType<QuickJSContext['callFunction']>): QuickJSHandle {
    if (result.error === undefined) return result.value;
    const dumped: unknown = this.#context.dump(result.error);
    result.error.dispose();
    const isSpeechless = (dumped ?? null) === null && this.#memory.buffer.byteLength > speechlessBytes;
    throw isSpeechless ? new ScriptFailure(tooMuchMemory, null, false) : toFailure(dumped);
  }
}

const tooMuchMemory = `The script exceeded the memory limit of ${memoryLimitBytes / 1_048_576} MiB.`;

function toFailure(dumped: unknown): ScriptFailure {
  if (typeof dumped !== 'object' || dumped === null)
    return new ScriptFailure(`The script threw ${String(dumped)}.`, null, false);
  const { message, stack, lineNumber } = dumped as {
    message?: unknown;
    stack?: unknown;
    lineNumber?: unknown;
  };
  const text = typeof message === 'string' ? message : 'The script failed.';
  const [, line] = /script\.js:(\d+)/.exec(typeof stack === 'string' ? stack : '') ?? [];
  const scriptLine = line === undefined ? (typeof lineNumber === 'number' ? lineNumber : null) : Number(line);
  if (text.startsWith('out of memory')) return new ScriptFailure(tooMuchMemory, scriptLine, false);
  return new ScriptFailure(text, scriptLine, text === 'interrupted');
}

/** Makes the world of one script, in memory of its own. */
export async function createSandbox(ports: SandboxPorts): Promise<Sandbox> {
  const memory = new WebAssembly.Memory(memoryPages);
  const bounded = newVariant(variant, { wasmMemory: memory });
  return new Sandbox(await newQuickJSWASMModuleFromVariant(bounded), memory, ports);
}
