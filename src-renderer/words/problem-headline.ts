let headlines: Readonly<Record<string, string>> = {};

/** Takes what each code of a Problem says in the language of this page, where that is not the engine's. */
export function takeHeadlines(byCode: Readonly<Record<string, string>>): void {
  headlines = byCode;
}

/**
 * Returns the headline of a Problem in the language of this page. Null: the Problem's own message is in that
 * language, or nothing is known of its code.
 */
export function problemHeadline(code: string): string | null {
  return headlines[code] ?? null;
}
