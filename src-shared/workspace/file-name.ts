/** Names that people may give a file of a workspace, without `.json`. */
export const fileNamePattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/;

/** The same with `.json`, which captures the name. */
export const namedFile = /^([A-Za-z0-9_-][A-Za-z0-9._-]{0,63})\.json$/;

/** True if a file of a workspace may have this name, without `.json`. */
export function isFileName(text: string): boolean {
  return fileNamePattern.test(text);
}
