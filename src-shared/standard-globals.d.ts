// Globals that engine, workers and pages have alike, and that no library of the language declares. The rest of
// their globals stays unknown here.

/** https://encoding.spec.whatwg.org/#interface-textencoder */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

/** https://url.spec.whatwg.org/#url-class */
declare class URL {
  constructor(url: string);
  static canParse(url: string): boolean;
  hash: string;
  readonly hostname: string;
  readonly href: string;
  readonly origin: string;
  readonly pathname: string;
  readonly protocol: string;
  readonly search: string;
}

/** https://encoding.spec.whatwg.org/#interface-textdecoder */
declare class TextDecoder {
  constructor(
    label: 'utf-8',
    options: {
      /** Bytes that are not of the encoding are a TypeError. */
      readonly fatal: true;
      /** A byte order mark is text like any other. */
      readonly ignoreBOM: true;
    },
  );
  decode(bytes: Uint8Array): string;
}
