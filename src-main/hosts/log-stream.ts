/** The part of a standard stream that a log needs. */
export interface LogStream {
  write(text: string): unknown;
  on(event: 'error', listener: () => void): unknown;
}

/**
 * Writes to a standard stream whose reader may go away: a pipe that nobody reads (EPIPE), a terminal that was closed
 * (EIO). What cannot be written is lost, and nothing ends for it.
 */
export function logStreamWriter(stream: LogStream): (text: string) => void {
  // Without a listener the failure of a write would be an exception of the process.
  stream.on('error', () => {});
  return (text) => {
    try {
      stream.write(text);
    } catch {
      // A stream that was closed throws at once.
    }
  };
}
