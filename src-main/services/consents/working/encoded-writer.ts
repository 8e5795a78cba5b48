import { closeSync, openSync, writeSync } from 'node:fs';
import { type Encoding, toLatin1 } from '#shared/consents/index.ts';

const maxChars = 262_144;

/** Writes texts to a file in an encoding. */
export interface EncodedWriter {
  write(text: string): void;
  close(): void;
}

/** Makes a file, or empties it, to be written; one of UTF-16 always begins with its byte order mark. */
export function createEncodedWriter(file: string, encoding: Encoding, hasMark: boolean): EncodedWriter {
  const descriptor = openSync(file, 'w', 0o600);
  const isMarked = encoding.startsWith('utf-16') || (hasMark && encoding === 'utf-8');
  let waiting = isMarked ? ['\ufeff'] : [];
  let chars = 0;

  function flush(): void {
    const bytes = encode(waiting.join(''), encoding);
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    waiting = [];
    chars = 0;
  }

  return {
    write(text) {
      waiting.push(text);
      chars += text.length;
      if (chars > maxChars) flush();
    },
    close() {
      try {
        flush();
      } finally {
        closeSync(descriptor);
      }
    },
  };
}

function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'windows-1252') return Buffer.from(toLatin1(text), 'latin1');
  const units = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? units.swap16() : units;
}
