const address =
  /^https?:\/\/(?:[^\s/?#@\\]*@)?(?:\[([^\]]*)\]|([\p{L}\p{M}\p{N}._~-]+))(?::(\d{1,5}))?(?:[/?#]\S*)?$/u;
const maxPort = 65_535;
const groupsOfV6 = 8;

/** Tests whether a text is an absolute address of HTTP with a host that can be asked. RFC 3986 §3.2, RFC 9110 §4.2 */
export function isHttpAddress(text: string): boolean {
  const parts = address.exec(text);
  if (parts === null) return false;
  const [, v6, name = '', port = '0'] = parts;
  return Number(port) <= maxPort && (v6 === undefined ? isName(name) : isV6(v6));
}

/** Whatever ends in a number is an address of IPv4, and has to be a whole one. */
function isName(name: string): boolean {
  const last = name.replace(/\.$/, '').split('.').at(-1) ?? '';
  return /^(?:\d+|0x[0-9a-f]*)$/i.test(last) ? isV4(name) : /[\p{L}\p{N}]/u.test(name);
}

function isV4(text: string): boolean {
  const parts = text.split('.');
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
}

/** RFC 4291 §2.2 */
function isV6(text: string): boolean {
  const [head = '', tail, extra] = text.split('::');
  const groups = [head, tail ?? ''].flatMap((part) => (part === '' ? [] : part.split(':')));
  const isWhole = groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
  if (extra !== undefined || !isWhole) return false;
  return tail === undefined ? groups.length === groupsOfV6 : groups.length < groupsOfV6;
}
