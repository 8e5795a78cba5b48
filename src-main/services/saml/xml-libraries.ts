import type { DOMParser } from '@xmldom/xmldom';
import type { SignedXml } from 'xml-crypto';

/** Libraries that read and verify XML. */
export interface XmlLibraries {
  readonly DOMParser: typeof DOMParser;
  readonly SignedXml: typeof SignedXml;
}

let loaded: XmlLibraries | null = null;
let loading: Promise<void> | null = null;

/** Loads the libraries with the first assertion: a start without one does not wait for them. */
export function loadXmlLibraries(): Promise<void> | undefined {
  if (loaded !== null) return undefined;
  loading ??= Promise.all([import('@xmldom/xmldom'), import('xml-crypto')]).then(([xmldom, xmlCrypto]) => {
    loaded = { DOMParser: xmldom.DOMParser, SignedXml: xmlCrypto.SignedXml };
  });
  return loading;
}

/**
 * The libraries.
 * @throws Error where nobody has loaded them
 */
export function xmlLibraries(): XmlLibraries {
  if (loaded === null) throw new Error('The XML libraries are not loaded');
  return loaded;
}
