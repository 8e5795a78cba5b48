import { type Entity, textOf } from './state/entities.ts';
import type { SandboxState } from './state/state.ts';

/** Languages of an agreement. */
export function languagesOf({ entities }: SandboxState, agreementId: string): readonly Entity[] {
  return entities.all(`agreements/${agreementId}/languages`);
}

/** Revisions of a language, the earliest first. */
export function revisionsOf(
  { entities }: SandboxState,
  agreementId: string,
  languageId: string,
): readonly Entity[] {
  const all = entities.all(`agreements/${agreementId}/languages/${languageId}/revisions`);
  return all.toSorted((a, b) => effectiveAtMillis(a) - effectiveAtMillis(b));
}

/** When a revision comes, or came, into force. */
export function effectiveAtMillis({ value }: Entity): number {
  return Date.parse(textOf(value, 'effectiveAt'));
}

/** The most recent revision that is in force; null: there is none yet. Spec 3 §2 */
export function currentRevision(
  state: SandboxState,
  agreementId: string,
  languageId: string,
  nowMillis: number,
): Entity | null {
  const inForce = revisionsOf(state, agreementId, languageId).filter(
    (each) => effectiveAtMillis(each) <= nowMillis,
  );
  return inForce.at(-1) ?? null;
}

/** The text of an agreement in the default language of the environment. */
export function defaultText(state: SandboxState, agreementId: string): Entity | undefined {
  const locale = defaultLocale(state);
  return languagesOf(state, agreementId).find(({ value }) => value['locale'] === locale);
}

/** Tag of the default language. Spec 3 §4.2 */
export function defaultLocale({ entities }: SandboxState): string {
  const language = entities.all('languages').find(({ value }) => value['default'] === true);
  return language === undefined ? 'en' : textOf(language.value, 'locale');
}
