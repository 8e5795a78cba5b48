const unreserved = /[A-Za-z0-9\-._~]/;
const allowed = /^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]*$/;

/**
 * The addresses by which a request may have been sent: `told`, which clients know, and the same under the name in the Host
 * field, which the listener accepts only if it is its own. The port is never that of the Host field: another server on
 * this machine listens there, and a proof for that server is not one for this. RFC 9449 §4.3
 */
export function addressesOf(told: string, host: string | undefined): readonly string[] {
  const name = host?.replace(/:\d*$/, '');
  if (name === undefined) return [told];
  return [told, told.replace(/^(https?:\/\/)(?:\[[^\]]*\]|[^/:]*)/, (_, scheme: string) => scheme + name)];
}

/**
 * Normalises the address of a request, so that two can be compared: without query and fragment, in the form of its syntax
 * and scheme. Null: this is not an HTTP address. RFC 9449 §4.3, RFC 3986 §6.2.2 and §6.2.3
 */
export function normalisedUri(text: string): string | null {
  // The parser mends characters that no URI has.
  const url = allowed.test(text) ? URL.parse(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return null;
  return `${url.protocol}//${url.host}${normalisedPath(url.pathname)}`;
}

function normalisedPath(path: string): string {
  return path.replace(/%[0-9A-Fa-f]{2}/g, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return unreserved.test(character) ? character : encoded.toUpperCase();
  });
}

/** Tests whether `htu` is the address of a request, which may be known by several. RFC 9449 §4.3 */
export function isSameUri(htu: string, addresses: readonly string[]): boolean {
  if (addresses.includes(htu)) return true;
  const given = normalisedUri(htu);
  return given !== null && addresses.some((address) => normalisedUri(address) === given);
}
