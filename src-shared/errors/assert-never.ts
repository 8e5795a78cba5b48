/** Fails where a union was not exhausted: a compile error first, an exception with the value if types lied. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
