const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes any text safe between tags and in quoted attributes; control characters show as U+FFFD. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => named[character] ?? '');
}
