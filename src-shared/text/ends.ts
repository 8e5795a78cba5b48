/**
 * A text without what of some characters stands at its end. A regular expression would try each run of them in the
 * middle of the text too, in the square of its length.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
