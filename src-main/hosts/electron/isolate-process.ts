import { fileURLToPath } from 'node:url';
import type { UtilityProcess, utilityProcess } from 'electron';
import {
  type FromHost,
  heapFlags,
  isolateEnvironment,
  type ToHost,
  type WantedProcess,
} from '#main/platform/isolates/index.ts';

/** Of what a process says when it gives up, the beginning says why. */
const maxSaidCharacters = 8_192;

/** Starts a process for the engine and passes on unread what the two say to each other. */
export function startIsolateProcess(
  { entry, heap, port }: WantedProcess,
  { fork }: Pick<typeof utilityProcess, 'fork'>,
): void {
  const child = fork(fileURLToPath(entry), [], {
    // Electron takes them as Chromium switches; this one passes flags to V8.
    execArgv: [`--js-flags=${heapFlags(heap).join(' ')}`],
    env: isolateEnvironment(process.env),
    stdio: ['ignore', 'ignore', 'pipe'],
    serviceName: 'Gatehouse isolate',
  });
  const tell = (message: FromHost) => port.postMessage(message);
  let said = '';
  const say = (text: string) => {
    if (said.length < maxSaidCharacters) said += text;
  };
  let isGone = false;
  child.stderr?.on('data', (chunk: Buffer) => say(chunk.toString()));
  child.on('error', (_type, location, report) => say(`${location}\n${report}`));
  child.on('message', (heard) => tell({ heard }));
  child.once('exit', (code) => {
    isGone = true;
    tell({ gone: { said: said === '' ? `The process ended with ${code}.` : said } });
    port.close();
  });
  port.on('message', (message: ToHost) => {
    if ('end' in message) end(child);
    else if (!isGone) child.postMessage(message.send);
  });
  // The engine is over, or wants it no more.
  port.once('close', () => !isGone && end(child));
}

/** Ends it whatever it does: it may be busy, and not yet have a number. */
function end(child: UtilityProcess): void {
  if (child.pid === undefined) {
    child.once('spawn', () => kill(child));
    return;
  }
  kill(child);
}

function kill(child: UtilityProcess): void {
  // By Electron, which takes its end for one that was wanted; and by the system, since that asks before it kills.
  child.kill();
  try {
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
  } catch {
    // It was gone by then.
  }
}
