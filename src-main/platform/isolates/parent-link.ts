import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { startBoundedThread } from './bounded-thread.ts';
import type { FromProcess, ToProcess } from './process-isolate.ts';

/** An isolate's connection to its parent. */
export interface ParentLink<Told, Tells> {
  /** Data that it received at its start. */
  readonly data: unknown;
  tell(message: Tells): void;
  /** Processes messages from now on, and those that waited. */
  onTold(listener: (message: Told) => void): void;
}

/** Connects an isolate to its parent, whether it is a thread, a process of Node, or one of Electron. */
export async function connectParent<Told, Tells>(): Promise<ParentLink<Told, Tells>> {
  if (parentPort !== null) return threadLink(parentPort);
  const channel = electronChannel() ?? nodeChannel();
  if (channel === null) throw new Error('This file is the entry of an isolate and runs only there.');
  return processLink(channel);
}

function threadLink<Told, Tells>(port: MessagePort): ParentLink<Told, Tells> {
  return {
    data: workerData,
    tell: (message) => port.postMessage(message),
    onTold: (listener) => void port.on('message', listener),
  };
}

/** A way to the process that started this one. */
interface Channel {
  post(message: FromProcess, done?: () => void): void;
  listen(listener: (message: ToProcess) => void): void;
}

async function processLink<Told, Tells>(channel: Channel): Promise<ParentLink<Told, Tells>> {
  const waiting: Told[] = [];
  let listener: ((message: Told) => void) | null = null;
  const begun = Promise.withResolvers<unknown>();
  tellOfFailures(channel);
  channel.listen((message) => {
    if ('data' in message) begun.resolve(message.data);
    else if (listener === null) waiting.push(message.told as Told);
    else listener(message.told as Told);
  });
  return {
    data: await begun.promise,
    tell: (told) => channel.post({ told }),
    onTold(next) {
      listener = next;
      for (const message of waiting.splice(0)) next(message);
    },
  };
}

/** An uncaught error ends the process, and its parent learns of it. */
function tellOfFailures(channel: Channel): void {
  const fail = (error: unknown) =>
    channel.post({ broke: error instanceof Error ? error.message : String(error) }, () => process.exit(1));
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
}

function nodeChannel(): Channel | null {
  if (process.send === undefined) return null;
  process.on('disconnect', () => process.exit());
  // A terminal and systemd signal all processes of the program at once: its parent ends this one in its own time.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  endWithParent();
  return {
    post: (message, done = () => {}) => {
      if (process.connected) process.send?.(message, undefined, {}, done);
      else done();
    },
    listen: (listener) => void process.on('message', (message) => listener(message as ToProcess)),
  };
}

/** `process.parentPort` of a process that Electron started. */
interface ElectronPort {
  postMessage(message: FromProcess): void;
  on(event: 'message', listener: (event: { readonly data: ToProcess }) => void): void;
}

/** Chromium ends such a process with the one that started it. */
function electronChannel(): Channel | null {
  const port = Reflect.get(process, 'parentPort') as ElectronPort | null | undefined;
  if (port === undefined || port === null) return null;
  return {
    post(message, done) {
      port.postMessage(message);
      if (done !== undefined) setImmediate(done);
    },
    listen: (listener) => port.on('message', ({ data }) => listener(data)),
  };
}

/** The other end of the standard input is open for as long as the parent lives, and closed by the system. */
const untilInputEnds = `
const input = new (require('node:net').Socket)({ fd: 0 });
for (const event of ['end', 'error']) input.on(event, () => process.kill(process.pid, 'SIGKILL'));
input.resume();`;

const watchHeap = { oldMebibytes: 16, youngMebibytes: 3 };

/** A thread in an endless loop never learns that its parent has exited, so another thread listens for it. */
function endWithParent(): void {
  startBoundedThread(untilInputEnds, watchHeap, { eval: true }).unref();
}
