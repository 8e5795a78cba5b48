import type { GatehouseError } from '#shared/errors/index.ts';
import { unreadable } from './json-text.ts';
import type { Encode, WrittenTextBuilder } from './script-text.ts';

/** Walks along the text of a script; the readers of languages derive from it. */
export class TextCursor {
  protected readonly text: string;
  protected readonly file: string;
  protected at = 0;

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
  }

  /** The units that a sticky pattern finds here; empty: it finds none. */
  protected match(pattern: RegExp): string {
    return this.exec(pattern)?.[0] ?? '';
  }

  protected exec(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text);
  }

  /** Adds the meaning of the next units to a text, and goes on behind them. */
  protected take(builder: WrittenTextBuilder, meant: string, width: number, encode: Encode): void {
    builder.add(meant, this.at, width, encode);
    this.at += width;
  }

  protected skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end;
  }

  protected failure(at: number, what: string): GatehouseError {
    return unreadable(this.text, this.file, at, what);
  }
}
