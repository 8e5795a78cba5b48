import type { HelpSection } from '#shared/help/contents.ts';
import { helpFiles } from '#shared/help/search-index.ts';

/**
 * Reads a file that the build has made for Help, beside the page itself.
 *
 * @throws Error where it is not there
 */
export async function readHelpFile(path: string): Promise<string> {
  const response = await fetch(`/help/${path}`);
  if (!response.ok) throw new Error(`/help/${path}: ${response.status}`);
  return response.text();
}

/** The query of the table of contents. */
export const helpContentsQuery = {
  queryKey: ['help', helpFiles.contents],
  // Made by the build that made this page: its shape is known.
  queryFn: async () => JSON.parse(await readHelpFile(helpFiles.contents)) as readonly HelpSection[],
};
