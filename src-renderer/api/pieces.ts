/** Of a piece: in base64 it stays below what the engine takes at once. */
export const pieceBytes = 1_500_000;

/** Bytes handed to `String.fromCharCode` at a time: it takes only so many arguments. */
const chunkBytes = 8_192;

/** Bytes as base64. RFC 4648 §4 */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  return btoa(text);
}

/** The bytes of a base64 text. RFC 4648 §4 */
export function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export interface UploadOptions {
  readonly send: (piece: { readonly offset: number; readonly base64: string }) => Promise<unknown>;
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a file piece by piece, in order, without ever holding the whole of it. A file without a byte is one empty
 * piece. Rejects with the signal's reason when it aborts.
 */
export async function sendPieces(file: Blob, { send, onProgress, signal }: UploadOptions): Promise<void> {
  let offset = 0;
  do {
    signal.throwIfAborted();
    const bytes = new Uint8Array(await file.slice(offset, offset + pieceBytes).arrayBuffer());
    await send({ offset, base64: toBase64(bytes) });
    offset += bytes.length;
    onProgress(offset);
    // A file that shrinks while it is read has no more bytes to give.
    if (bytes.length === 0) break;
  } while (offset < file.size);
  signal.throwIfAborted();
}

/** A piece of a file that the engine gives out. */
export interface FilePiece {
  readonly fileName: string;
  readonly base64: string;
  readonly sizeBytes: number;
}

export interface ReceiveOptions {
  readonly get: (offset: number) => Promise<FilePiece>;
  readonly onProgress: (receivedBytes: number, sizeBytes: number) => void;
  readonly signal: AbortSignal;
}

/** Fetches a file piece by piece until it is whole. Rejects with the signal's reason when it aborts. */
export async function receivePieces(options: ReceiveOptions): Promise<{
  readonly fileName: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}> {
  const { get, onProgress, signal } = options;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (;;) {
    signal.throwIfAborted();
    const { fileName, base64, sizeBytes } = await get(received);
    const piece = fromBase64(base64);
    pieces.push(piece);
    received += piece.length;
    onProgress(received, sizeBytes);
    // A piece without a byte would be asked for again for ever.
    if (received < sizeBytes && piece.length > 0) continue;
    signal.throwIfAborted();
    const bytes = new Uint8Array(received);
    let at = 0;
    for (const part of pieces) {
      bytes.set(part, at);
      at += part.length;
    }
    return { fileName, bytes };
  }
}
