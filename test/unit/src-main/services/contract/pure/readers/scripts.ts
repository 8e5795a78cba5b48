import { createHostMatcher, readScript, type ScriptLanguage } from '#main/services/contract/pure/index.ts';
import {
  applyEdits,
  type FactChange,
  type FactPart,
  type ReadFact,
  type RequestFact,
} from '#shared/contract/index.ts';

export const hosts = createHostMatcher({
  platform: ['https://api.platform.example/v1'],
  authorization: ['https://auth.platform.example'],
});

const endings: Readonly<Record<ScriptLanguage, string>> = {
  shell: 'a.sh',
  http: 'a.http',
  javascript: 'a.ts',
  groovy: 'a.groovy',
  python: 'a.py',
};

/** Reads a script; its name says its language. */
export function read(text: string, language: ScriptLanguage, file = endings[language]) {
  return readScript(text, { file, language, hosts });
}

/** The requests of what was read. */
export function requestsOf(facts: readonly ReadFact[]): readonly RequestFact[] {
  return facts.filter((fact) => fact.kind === 'request');
}

/** The requests of a script as a person would write them down. */
export function usagesOf(text: string, language: ScriptLanguage): readonly string[] {
  return requestsOf(read(text, language).facts).map(
    ({ method, hostName, segments }) => `${method} ${hostName ?? ''}/${segments.join('/')}`,
  );
}

/** The only request of a script. */
export function requestIn(text: string, language: ScriptLanguage): RequestFact {
  return onlyRequest(read(text, language).facts);
}

/** The only request of what was read. */
export function onlyRequest(facts: readonly ReadFact[]): RequestFact {
  const [only, ...more] = requestsOf(facts);
  if (only === undefined || more.length > 0)
    throw new Error(`There are ${more.length + (only ? 1 : 0)} requests.`);
  return only;
}

/** Cuts out the text that a fact gives as the place of a part. */
export function stretchOf(text: string, fact: ReadFact, part: FactPart): string {
  const { at = 0, length = 0 } = fact.locate(part);
  return text.slice(at, at + length);
}

/** A text with changes of one of its facts made; null: they cannot be made in it. */
export function edited(text: string, fact: ReadFact, ...changes: readonly FactChange[]): string | null {
  const edits = fact.edit(changes);
  return edits === null ? null : applyEdits(text, edits);
}
