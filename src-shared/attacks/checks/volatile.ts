import { jsonOf, type WireResponse } from '../evidence.ts';

/** The members of JSON answers that are another one in each answer to like requests, such as the number of a request in logs. */
export function volatileMembers(answers: readonly WireResponse[]): ReadonlySet<string> {
  const [first, ...others] = answers.map(jsonOf);
  const names = new Set([first, ...others].flatMap((json) => Object.keys(json ?? {})));
  const isSteady = (name: string) =>
    others.length === 0 ||
    others.some((json) => JSON.stringify(json?.[name]) === JSON.stringify(first?.[name]));
  return new Set([...names].filter((name) => !isSteady(name)));
}

/** A body without those members; one that is no JSON object as it is. */
export function steadyBody(answer: WireResponse, volatile: ReadonlySet<string>): string {
  const json = jsonOf(answer);
  if (json === null) return answer.body;
  return JSON.stringify(Object.entries(json).filter(([name]) => !volatile.has(name)));
}
