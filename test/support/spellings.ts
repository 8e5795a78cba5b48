/** The middle of the Base64 of anything that holds `text` after `before` other bytes: what it is whatever stands around. */
function inBase64(text: string, before: number): string {
  const encoded = Buffer.from(`${'\0'.repeat(before)}${text}`)
    .toString('base64')
    .replaceAll('=', '');
  // Characters at both ends mix the text's bits with its neighbours'.
  return encoded.slice(before === 0 ? 0 : before + 1, -2);
}

/** How a secret may stand in bytes: as it is, escaped for JSON or a URL, and in Base64 at each of three offsets. */
export function spellingsOf(secret: string): readonly string[] {
  const base64 = [0, 1, 2].map((before) => inBase64(secret, before));
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      ...base64,
      ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ];
}
