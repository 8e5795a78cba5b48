const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;

/** True if a name is valid for a traffic file or a route. */
export function isLabName(name: string): boolean {
  return namePattern.test(name);
}

/** The file of a new route behind all others: `routes/03-orders.json` after `02-…`. */
export function newRouteFile(name: string, files: readonly string[]): string {
  const numbers = files.map((file) => Number(/^routes\/(\d+)-/.exec(file)?.[1] ?? 0));
  const next = Math.max(0, ...numbers) + 1;
  return `routes/${String(next).padStart(2, '0')}-${name}.json`;
}
