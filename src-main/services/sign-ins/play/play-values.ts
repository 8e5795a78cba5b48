import type { StopSignal } from '#main/platform/timers.ts';
import { parseTyped, type TypedPlace } from '#shared/sign-ins/index.ts';

/** The values of the user who is signed in. */
export interface UserValues {
  readonly username: string;
  /** Null: none is stored. */
  readonly password: string | null;
  /** Gives a code that was never given before; null: no seed is stored. */
  readonly code: ((signal?: StopSignal) => Promise<string>) | null;
}

/** A text that an act needs and for which there is no value. */
export type MissingValue = { readonly missing: 'password' | 'totp' };

/** Fills in the values of one play. A code that is typed digit by digit is one code. */
export class PlayValues {
  readonly #user: UserValues;
  readonly #codes: string[] = [];

  constructor(user: UserValues) {
    this.#user = user;
  }

  /** All that was or may be typed and must be seen nowhere. */
  secrets(): readonly string[] {
    const { password } = this.#user;
    return [...(password === null ? [] : [password]), ...this.#codes];
  }

  /** A text with its places filled in. */
  async fill(text: string, signal?: StopSignal): Promise<string | MissingValue> {
    let filled = '';
    for (const part of parseTyped(text) ?? [text]) {
      const value = typeof part === 'string' ? part : await this.#value(part, signal);
      if (typeof value !== 'string') return value;
      filled += value;
    }
    return filled;
  }

  /** A selector with the user name in it; null: it names a value that no selector can. */
  selector(selector: string): string | null {
    const isText = /^(?:aria|text)\//.test(selector);
    const { username } = this.#user;
    // Within quotes of CSS, a name must not end the quotes.
    const shown = isText ? username : username.replace(/["'\\]/g, '\\$&');
    const parts = parseTyped(selector) ?? [];
    if (parts.some((part) => typeof part !== 'string' && part.name !== 'username')) return null;
    return parts.map((part) => (typeof part === 'string' ? part : shown)).join('');
  }

  async #value({ name, digit }: TypedPlace, signal?: StopSignal): Promise<string | MissingValue> {
    if (name === 'username') return this.#user.username;
    if (name === 'password') return this.#user.password ?? { missing: 'password' };
    const { code } = this.#user;
    if (code === null) return { missing: 'totp' };
    const last = this.#codes.at(-1);
    if (digit !== null && digit > 1 && last !== undefined) return last.charAt(digit - 1);
    const next = await code(signal);
    this.#codes.push(next);
    return digit === null ? next : next.charAt(digit - 1);
  }
}
