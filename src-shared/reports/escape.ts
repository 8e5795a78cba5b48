// Control characters, and those that turn the direction of text round: nothing shows them, and each can make a line
// look like another.
const unseen = /[^\P{Cc}\t\n]|\p{Bidi_Control}|\p{Noncharacter_Code_Point}|[\u2028\u2029\ufeff]/gu;

/** Text that can stand in any document: well-formed Unicode, with what nobody would see replaced by U+FFFD. */
export function visibleText(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(unseen, '\ufffd');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as content or quoted attribute of HTML and XML. */
export function escapeMarkup(text: string): string {
  return visibleText(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Text as a quoted attribute of XML, whose line breaks a reader would make spaces of. XML 1.0 §3.3.3. */
export function escapeAttribute(text: string): string {
  return escapeMarkup(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/**
 * Text as one line of Markdown, or one cell of a table: no mark-up, no link, no line break. What ends a cell or begins an
 * element is written as a character reference, which no dialect reads as anything but the character. CommonMark §2.5.
 */
export function escapeMarkdown(text: string): string {
  return visibleText(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[&<>|\\`@]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(/[*_[\]~!#$]/g, (character) => `\\${character}`)
    .replaceAll('://', '&#58;//')
    .replaceAll(/www\./gi, (start) => `${start.slice(0, 3)}&#46;`);
}
