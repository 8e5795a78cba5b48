/** Says as one line of JSON that a program is ready; it stays until the process that started it ends, or ends it. */
export function announce(about: Readonly<Record<string, unknown>>): void {
  process.once('disconnect', () => process.exit());
  process.channel?.ref();
  process.stdout.write(`${JSON.stringify(about)}\n`);
}
