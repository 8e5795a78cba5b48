/** Makes text fit for `error_description`: what its character set lacks becomes `?`. RFC 6749 §4.1.2.1. */
export function cleanErrorDescription(text: string): string {
  return text
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/gu, '?');
}
