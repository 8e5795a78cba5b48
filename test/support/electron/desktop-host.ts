import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { eventually } from '../eventually.ts';
import {
  type AskName,
  type Asks,
  type FromStandIn,
  type Note,
  type StandInSettings,
  settingsVariable,
  type ToStandIn,
} from './wire.ts';

const register = new URL('./register.ts', import.meta.url).href;
const archiveStart = fileURLToPath(new URL('./archive.ts', import.meta.url));
const builtBundle = fileURLToPath(new URL('../../../out/main/index.js', import.meta.url));

/** After this long the host hangs; how long it takes on a machine that is busy with other work says nothing. */
const startWithinMillis = 120_000;

type NoteOf<T extends Note['type']> = Extract<Note, { type: T }>;

/** The built desktop application in a process of its own, over the stand-in for Electron. */
export interface DesktopHost {
  readonly process: ChildProcess;
  readonly notes: readonly Note[];
  /** Resolves with the exit code, or the signal that ended it. */
  readonly exited: Promise<number | string>;
  /** Everything written to standard error so far. */
  log(): string;
  /** The first note of a type, once it is there. */
  noted<T extends Note['type']>(type: T): Promise<NoteOf<T>>;
  onNote(listener: (note: Note) => void): void;
  ask<K extends AskName>(name: K, input: Asks[K]['input']): Promise<Asks[K]['answer']>;
  send(message: Exclude<ToStandIn, { type: 'ask' }>): void;
  /** Ends it at once, whatever it does. */
  kill(): Promise<void>;
}

export interface DesktopHostOptions extends Partial<StandInSettings> {
  readonly args: readonly string[];
  /** Stands for the user's home: nothing of the real one is read or written. */
  readonly home: string;
  /** The entry of the application where it is not the one in `out/`: that of a package. */
  readonly bundle?: string;
}

/** Starts the built desktop application. */
export function startDesktopHost(options: DesktopHostOptions): DesktopHost {
  if (options.bundle === undefined && !existsSync(builtBundle))
    throw new Error('The host is not built: run `npm run build` first.');
  const child = launch(options);
  const notes: Note[] = [];
  const listeners: ((note: Note) => void)[] = [];
  const waiting = new Map<number, (answer: Extract<FromStandIn, { type: 'answer' }>) => void>();
  let errors = '';
  let lastAsk = 0;
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.on('message', (message: FromStandIn) => {
    if (message.type === 'answer') return waiting.get(message.id)?.(message);
    notes.push(message.note);
    for (const listener of listeners) listener(message.note);
  });
  const send = (message: ToStandIn) => void (child.connected && child.send(message, () => {}));
  const exited = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  );
  return {
    process: child,
    notes,
    exited,
    log: () => errors,
    async noted<T extends Note['type']>(type: T) {
      const isOfType = (note: Note): note is NoteOf<T> => note.type === type;
      const never = () => {
        throw new Error(`The host never came to ${type}: ${JSON.stringify(notes)}\n${errors}`);
      };
      const look = () => notes.find(isOfType) ?? (child.exitCode === null ? null : never());
      return eventually(look, startWithinMillis).catch(never);
    },
    onNote: (listener) => void listeners.push(listener),
    ask<K extends AskName>(name: K, input: Asks[K]['input']) {
      const id = ++lastAsk;
      return new Promise<Asks[K]['answer']>((resolve, reject) => {
        waiting.set(id, ({ value, failure }) => {
          waiting.delete(id);
          if (failure === null) resolve(value as Asks[K]['answer']);
          else reject(new Error(`${name}: ${failure}`));
        });
        send({ type: 'ask', id, name, input });
      });
    },
    send,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The file that Node begins with: a bundle in an archive is begun by another. */
function startOf(bundle: string): readonly string[] {
  return [bundle.includes('.asar/') ? archiveStart : bundle];
}

function launch({
  args,
  home,
  bundle = builtBundle,
  hasInstanceLock = true,
  hasKeyStore = true,
  isPackaged = false,
  isDark = false,
  displays = [{ x: 0, y: 0, width: 1_920, height: 1_040 }],
  answers = {},
}: DesktopHostOptions): ChildProcess {
  const settings: StandInSettings = { hasInstanceLock, hasKeyStore, isPackaged, isDark, displays, answers };
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', register, ...startOf(bundle), ...args],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Bytes stay bytes on their way.
      serialization: 'advanced',
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        LOCALAPPDATA: home,
        [settingsVariable]: JSON.stringify(settings),
        GATEHOUSE_TEST_BUNDLE: pathToFileURL(bundle).href,
      },
    },
  );
}
