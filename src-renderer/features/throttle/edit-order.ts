import { useState } from 'react';

/** Remembers in which order several files were edited, so that undo goes back through them as they were. */
export interface EditOrder {
  /** A step was made in a file. */
  readonly note: (file: string) => void;
  /** The file of the last step; null: there is none. */
  readonly latest: () => string | null;
  /** Takes the last step back that was made in one of the files; null: there is none. */
  readonly takeLast: (files: readonly string[]) => string | null;
  readonly takeUndone: (files: readonly string[]) => string | null;
  /** The steps of a file are gone. */
  readonly forget: (file: string) => void;
}

function moveLast(from: string[], to: string[], files: readonly string[]): string | null {
  const at = from.findLastIndex((file) => files.includes(file));
  const [file] = at < 0 ? [] : from.splice(at, 1);
  if (file === undefined) return null;
  to.push(file);
  return file;
}

/** An order without steps. */
export function createEditOrder(): EditOrder {
  let done: string[] = [];
  let back: string[] = [];
  return {
    note(file) {
      done.push(file);
      back = [];
    },
    latest: () => done.at(-1) ?? null,
    takeLast: (files) => moveLast(done, back, files),
    takeUndone: (files) => moveLast(back, done, files),
    forget(file) {
      done = done.filter((other) => other !== file);
      back = back.filter((other) => other !== file);
    },
  };
}

/** An order of edits that lasts as long as a component is mounted. */
export function useEditOrder(): EditOrder {
  return useState(createEditOrder)[0];
}
