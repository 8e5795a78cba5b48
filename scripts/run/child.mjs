import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const passedOn = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const parentPollMillis = 500;

/**
 * Runs a program to its end and passes on the signals that ask it to stop; resolves with its exit code, or with
 * 128 + n when signal n ended it, as shells do.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function runChild(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const forwards = passedOn.map((signal) => {
      const forward = () => {
        // Ctrl+C reaches the whole process group of a terminal: a second SIGINT would cut a clean stop short.
        if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
      };
      process.on(signal, forward);
      return () => process.off(signal, forward);
    });
    const stopWatching = whenParentEnds(() => child.kill('SIGTERM'));
    const release = () => {
      stopWatching();
      for (const stop of forwards) stop();
    };
    child.once('error', (cause) => {
      release();
      reject(new Error(`${command} cannot be started: ${cause.message}`, { cause }));
    });
    child.once('exit', (code, signal) => {
      release();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/**
 * A killed npm, or a shell between that does not pass a signal on, must not leave a service behind that holds its
 * ports. What was started without npm may outlive its parent, as programs in the background do.
 * @param {() => void} react
 * @returns {() => void}
 */
function whenParentEnds(react) {
  if (process.platform === 'win32' || !process.env.npm_lifecycle_event) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    react();
  }, parentPollMillis);
  return () => clearInterval(timer);
}
