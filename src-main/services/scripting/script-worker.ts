import { connectParent } from '#main/platform/isolates/index.ts';
import type { FromWorker, ScriptHttpResponse, ToWorker } from './messages.ts';
import { createSandbox, type Sandbox, ScriptFailure } from './sandbox.ts';

/** Entry of the process in which one script runs: whatever it does, the process can be killed. */
const parent = await connectParent<ToWorker, FromWorker>();
const asked = new Map<
  number,
  { resolve: (response: ScriptHttpResponse) => void; reject: (error: Error) => void }
>();
let nextId = 0;
let sandbox: Promise<Sandbox> | null = null;

function tell(message: FromWorker): void {
  parent.tell(message);
}

function tellFailure(id: number | null, error: unknown): void {
  const failure =
    error instanceof ScriptFailure
      ? error
      : new ScriptFailure(error instanceof Error ? error.message : 'The script failed.', null, false);
  tell({ kind: 'failed', id, message: failure.message, line: failure.line, isTimeout: failure.isTimeout });
}

async function load(body: string, bindings: readonly string[]): Promise<Sandbox> {
  const made = await createSandbox({
    now: () => performance.now(),
    log: (level, text) => tell({ kind: 'log', level, text: text.slice(0, 2_000) }),
    send: (run, request) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        asked.set(id, { resolve, reject });
        tell({ kind: 'send', id, run, request });
      }),
  });
  made.load(body, bindings);
  return made;
}

function take(message: ToWorker): void {
  switch (message.kind) {
    case 'load':
      sandbox = load(message.body, message.bindings);
      sandbox.then(
        () => tell({ kind: 'ready' }),
        (error: unknown) => tellFailure(null, error),
      );
      return;
    case 'run': {
      const { id, bindings, limitMillis } = message;
      void sandbox
        ?.then((ready) => ready.run(id, bindings, limitMillis))
        .then(
          (result) => tell({ kind: 'done', id, result }),
          (error: unknown) => tellFailure(id, error),
        );
      return;
    }
    case 'sent': {
      const waiting = asked.get(message.id);
      asked.delete(message.id);
      if (message.answer === null) waiting?.reject(new Error(message.error));
      else waiting?.resolve(message.answer);
    }
  }
}

parent.onTold(take);
