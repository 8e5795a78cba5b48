import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { eventually } from '../eventually.ts';
import { temporaryDirectory } from '../storage.ts';
import { writeWorkspace } from '../workspace.ts';
import { type DesktopHost, type DesktopHostOptions, startDesktopHost } from './desktop-host.ts';
import type { Note, WindowAct } from './wire.ts';

type NoteOf<T extends Note['type']> = Extract<Note, { type: T }>;

/** The host's acts of a kind so far. */
export function notesOf<T extends Note['type']>(host: DesktopHost, type: T): readonly NoteOf<T>[] {
  return host.notes.filter((note): note is NoteOf<T> => note.type === type);
}

/** The newest note of a kind once so many are there. */
export function latest<T extends Note['type']>(host: DesktopHost, type: T, count = 1): Promise<NoteOf<T>> {
  return eventually(() => notesOf(host, type)[count - 1] ?? null);
}

/** The host's acts on its window. */
export function actsOf(host: DesktopHost): readonly WindowAct[] {
  return notesOf(host, 'window-act').map(({ act }) => act);
}

/** Quits as a person does; resolves with the exit code. */
export async function quit(host: DesktopHost): Promise<number | string> {
  await host.ask('act', { act: 'quit' });
  return host.exited;
}

/** Gives each test of a file a workspace and a state of its own, in which the built application is opened. */
export function useBuiltDesktop() {
  let state: ReturnType<typeof temporaryDirectory>;
  let workspace: ReturnType<typeof writeWorkspace>;
  let running: DesktopHost[] = [];
  beforeEach(() => {
    state = temporaryDirectory();
    const services = { authorizationServer: { port: 0 }, sampleUpstreams: { port: 0 } };
    workspace = writeWorkspace({ 'gatehouse.json': { id: 'test', name: 'Test', services } });
  });
  afterEach(async () => {
    await Promise.all(running.map((host) => host.kill()));
    running = [];
    state.remove();
    workspace.remove();
  });
  const at = (name: string) => join(state.path, name);
  function started(options: Partial<DesktopHostOptions> = {}, ...more: readonly string[]): DesktopHost {
    const args = ['--workspace', workspace.path, '--state-dir', state.path, ...more];
    const host = startDesktopHost({ args, home: state.path, ...options });
    running.push(host);
    return host;
  }
  return {
    /** A file of the state. */
    at,
    desktopFile: () => JSON.parse(readFileSync(at('desktop.json'), 'utf8')),
    /** Starts it, and does not wait for anything. */
    started,
    /** Starts it, and waits until its window is shown. */
    async opened(
      options: Partial<DesktopHostOptions> = {},
      ...more: readonly string[]
    ): Promise<DesktopHost> {
      const host = started(options, ...more);
      await eventually(() =>
        actsOf(host).some((act) => act === 'show' || act === 'maximise') ? true : null,
      );
      return host;
    },
  };
}
