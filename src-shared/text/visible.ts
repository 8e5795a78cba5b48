/** Characters that change what a reader sees without being seen: controls, and those that turn the direction of text. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text in which nothing is invisible; line breaks and tabs stay where `keepLines` is set. */
export function visible(text: string, keepLines = false): string {
  const lines = keepLines ? text.replaceAll('\r\n', '\n') : text.replace(/[\r\n]+/g, ' ');
  return lines
    .toWellFormed()
    .replace(unseen, (character) =>
      keepLines && (character === '\n' || character === '\t')
        ? character
        : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    );
}
