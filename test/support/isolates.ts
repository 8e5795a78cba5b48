import { type Isolate, type IsolateEnd, type StartIsolate } from '#main/platform/isolates/index.ts';
import type { IsolateAct } from './isolate-entry.ts';

/** An isolate of the tests: each act is answered by what it says next. */
export interface ActingIsolate {
  readonly isolate: Isolate<IsolateAct>;
  readonly ended: Promise<IsolateEnd>;
  /** Its next message, or why it ended instead. */
  ask(act: IsolateAct): Promise<unknown>;
}

/** Starts one under a small bound of its heap. */
export function startActing(start: StartIsolate, data: unknown = null): ActingIsolate {
  const ended = Promise.withResolvers<IsolateEnd>();
  let said = Promise.withResolvers<unknown>();
  const isolate = start<IsolateAct, unknown>({
    url: new URL('./isolate-entry.ts', import.meta.url),
    heap: { oldMebibytes: 64, youngMebibytes: 12 },
    data,
    hear: (message) => said.resolve(message),
    ended: ended.resolve,
  });
  return {
    isolate,
    ended: ended.promise,
    ask(act) {
      said = Promise.withResolvers<unknown>();
      isolate.tell(act);
      return Promise.race([said.promise, ended.promise]);
    },
  };
}
