/**
 * A script as the sandbox evaluates it: a function of what the sandbox gives to all, which makes the function of one run.
 * @param body of the inner function; its lines are those of the source
 * @param bindings names of what comes with a run; the body reads each with a $ before it
 */
export function functionText(body: string, bindings: Iterable<string>): string {
  const names = [...bindings].map((name) => `${name}: $${name} = null`).join(', ');
  return `'use strict'; ((ThrottlingRate, Request, G) => ({${names}}) => {${body}\n})`;
}
