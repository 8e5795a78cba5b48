import type { Page, WebSocketRoute } from '@playwright/test';
import type { Problem } from '#shared/errors/problem.ts';

/** A number that request and answer share names the call of a message. */
interface Message {
  readonly i?: string;
  /** Only messages that are neither request nor answer (pieces of a stream, ends) have one. */
  readonly t?: number;
  readonly p?: { readonly u?: string };
}

/** An answer that the page does not have yet. */
export interface HeldAnswer {
  /** Resolves once the engine has answered; a call that is never made lets the test wait until it fails. */
  readonly held: Promise<void>;
  /** Hands it to the page. */
  release(): void;
}

interface Hold {
  readonly procedure: string;
  readonly take: (give: () => void) => void;
  /** Answers that go on before. */
  skipped: number;
}

/** The calls of a page to its engine, which all go over one socket. */
export class EngineSocket {
  readonly #answered: string[] = [];
  #holds: readonly Hold[] = [];
  readonly #failing = new Map<string, Problem>();

  /** Listens to the sockets that a page opens from now on. */
  static async of(page: Page): Promise<EngineSocket> {
    const calls = new EngineSocket();
    await page.routeWebSocket('**/rpc/socket', (socket) => calls.#follow(socket));
    return calls;
  }

  /** How many calls of a procedure (`workspace/readFile`) the page has its answer to. */
  answersTo(procedure: string): number {
    return this.#answered.filter((one) => one === procedure).length;
  }

  /** Holds back the next answer of a procedure, or the one after `skipped` of them; all other messages go on. */
  holdAnswer(procedure: string, skipped = 0): HeldAnswer {
    const released = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const take = (give: () => void) => {
      held.resolve();
      void released.promise.then(give);
    };
    this.#holds = [...this.#holds, { procedure, take, skipped }];
    return { held: held.promise, release: released.resolve };
  }

  /** Lets each answer of a procedure be a failure from now on, until `mend`. */
  fail(procedure: string, problem: Problem): void {
    this.#failing.set(procedure, problem);
  }

  mend(procedure: string): void {
    this.#failing.delete(procedure);
  }

  #follow(socket: WebSocketRoute): void {
    const server = socket.connectToServer();
    const procedures = new Map<string, string>();
    socket.onMessage((message) => {
      const { i: id, p: request } = parse(message);
      if (id !== undefined && request?.u !== undefined) procedures.set(id, request.u.slice(1));
      server.send(message);
    });
    server.onMessage((message) => {
      const { i: id, t: type } = parse(message);
      const procedure = id === undefined || type !== undefined ? undefined : procedures.get(id);
      if (procedure === undefined) return socket.send(message);
      const problem = this.#failing.get(procedure);
      const give = () => {
        socket.send(problem === undefined ? message : failureOf(id, problem));
        this.#answered.push(procedure);
      };
      const hold = this.#holds.find((one) => one.procedure === procedure);
      if (hold === undefined) return give();
      if (hold.skipped > 0) {
        hold.skipped -= 1;
        return give();
      }
      this.#holds = this.#holds.filter((one) => one !== hold);
      hold.take(give);
    });
  }
}

/** The message with which the engine tells of a failure that it foresaw. */
function failureOf(id: string | undefined, problem: Problem): string {
  const json = { defined: true, code: 'PROBLEM', status: 500, message: problem.message, data: problem };
  return JSON.stringify({ i: id, p: { s: 500, b: { json } } });
}

function parse(message: string | Buffer): Message {
  // Bytes carry a file: no call that a story holds back does.
  return typeof message === 'string' ? JSON.parse(message) : {};
}
