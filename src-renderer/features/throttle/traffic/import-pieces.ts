/** Size of a piece, in UTF-16 units: below the engine's limit. */
const pieceUnits = 1_048_576;

/** The text of a file in pieces, without ever holding the whole of it. */
export async function* piecesOf(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ?? '';
    while (rest.length >= pieceUnits) {
      yield rest.slice(0, pieceUnits);
      rest = rest.slice(pieceUnits);
    }
    if (!done) continue;
    if (rest !== '') yield rest;
    return;
  }
}
