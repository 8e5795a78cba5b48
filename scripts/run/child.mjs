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
    const stopPassing = passSignals((signal) => {
      // Ctrl+C reaches the whole process group of a terminal: a second SIGINT would cut a clean stop short.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
    const stopWatching = whenParentEnds(() => child.kill('SIGTERM'));
    const release = () => {
      stopWatching();
      stopPassing();
    };
    child.once('error', (cause) => {
      release();
      reject(new Error(`${command} cannot be started: ${cause.message}`, { cause }));
    });
    child.once('exit', (code, signal) => {
      release();
      resolve(exitCodeOf(code, signal));
    });
  });
}

/**
 * Passes on the signals that ask this program to stop, until the returned function is called.
 * @param {(signal: NodeJS.Signals) => void} pass
 * @returns {() => void}
 */
export function passSignals(pass) {
  for (const signal of passedOn) process.on(signal, pass);
  return () => {
    for (const signal of passedOn) process.off(signal, pass);
  };
}

/**
 * The exit code of a program, or 128 + n when signal n ended it, as shells have it.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 * @returns {number}
 */
export function exitCodeOf(code, signal) {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
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
