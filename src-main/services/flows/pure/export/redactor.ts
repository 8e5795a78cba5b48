import type { ExchangeView, ViewMessage } from '#shared/api/index.ts';
import { mask } from '#shared/exchange/index.ts';

/** The placeholder for a secret in a text that leaves the application. */
export const redactedText = 'REDACTED';
/** A shorter text can occur anywhere by chance. */
export const minSecretLength = 6;

/** Removes secrets from texts, and remembers their names. */
export class Redactor {
  readonly #values: readonly (readonly [name: string, value: string])[];
  readonly #redacted = new Set<string>();

  /** `secrets` are the secret values of the run by their names, wherever they may have strayed to. */
  constructor(secrets: ReadonlyMap<string, string>) {
    this.#values = [...secrets]
      .filter(([, value]) => value.length >= minSecretLength)
      .toSorted(([, one], [, other]) => other.length - one.length);
  }

  /** A text of a view with its masks spelt for export, and without the secrets of the run. */
  clean(text: string): string {
    let cleaned = text.replaceAll(mask, redactedText);
    for (const [name, value] of this.#values) {
      if (!cleaned.includes(value)) continue;
      cleaned = cleaned.replaceAll(value, redactedText);
      this.#redacted.add(name);
    }
    return cleaned;
  }

  /** Notes the names of what a view masks. */
  noteMasked({ target, request, response }: ExchangeView): void {
    if (target.includes(mask)) this.#redacted.add('query');
    this.#noteMessage(request);
    if (response !== null) this.#noteMessage(response);
  }

  names(): readonly string[] {
    return [...this.#redacted];
  }

  #noteMessage({ headers, fields, text }: ViewMessage): void {
    for (const { name, secret } of [...headers, ...fields])
      if (secret !== undefined) this.#redacted.add(name);
    if (text?.includes(mask) === true) this.#redacted.add('body');
  }
}
