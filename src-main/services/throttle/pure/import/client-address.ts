const port = /^\d{1,5}$/;

/** The address of a client without the port of its connection; IPv6 has no brackets then. RFC 3986 §3.2.2 */
export function withoutPort(address: string): string {
  if (address.startsWith('[')) {
    const end = address.indexOf(']');
    return end < 0 ? address : address.slice(1, end);
  }
  const colon = address.lastIndexOf(':');
  const isPort = colon > 0 && address.indexOf(':') === colon && port.test(address.slice(colon + 1));
  return isPort ? address.slice(0, colon) : address;
}

/** The client that a list of forwarded addresses begins with; empty: it names none. */
export function firstForwarded(text: string): string {
  const comma = text.indexOf(',');
  return withoutPort((comma < 0 ? text : text.slice(0, comma)).trim());
}

/** The addresses of a text, each as its hash: the first one stays the first. */
export function hashedAddresses(text: string, hash: (text: string) => string): string {
  return text
    .split(',')
    .map((address) => hash(withoutPort(address.trim())))
    .join(', ');
}
