import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '#shared/time/clock.ts';

const pattern = /^open-[\w-]+\.html$/;

/** A page that only this user can read, and that leads on to a start link. */
export interface StartPage {
  readonly path: string;
  remove(): void;
}

/**
 * Writes a page into the state that forwards to a link. Every user of the machine can read the arguments of a
 * browser in the list of processes; the path of a file reveals nothing.
 */
export function writeStartPage(stateDirectory: string, url: string, random: Random): StartPage {
  removeStartPages(stateDirectory);
  const name = `open-${Buffer.from(random.bytes(9)).toString('base64url')}.html`;
  const path = join(stateDirectory, name);
  writeFileSync(path, pageText(url), { mode: 0o600, flag: 'wx' });
  return { path, remove: () => rmSync(path, { force: true }) };
}

/** Removes the pages that a process left behind which was killed. */
function removeStartPages(stateDirectory: string): void {
  for (const name of readdirSync(stateDirectory))
    if (pattern.test(name)) rmSync(join(stateDirectory, name), { force: true });
}

/** The link is of our own making: it has no character that HTML reads otherwise. */
function pageText(url: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Gatehouse</title>
<p><a href="${url}">Open Gatehouse</a></p>
</html>
`;
}
