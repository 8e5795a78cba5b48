import type { WrittenHeader } from './script-request.ts';
import { joined, partOf, type WrittenText, WrittenTextBuilder } from './script-text.ts';
import type { ShellCommand } from './shell-command.ts';

/** A header field as commands write it: `Name: value`. */
export function headerOf(header: WrittenText): WrittenHeader[] {
  const colon = header.text.indexOf(':');
  if (colon <= 0) return [];
  const begin = colon + 1 + (/^\s*/.exec(header.text.slice(colon + 1))?.[0].length ?? 0);
  return [{ name: header.text.slice(0, colon).trim(), value: partOf(header, begin, header.text.length) }];
}

/** The header of a sender that is authenticated; none without credentials. RFC 7617 §2, RFC 6750 §2.1 */
export function authorization(credentials: WrittenHeader['credentials'] | null): readonly WrittenHeader[] {
  return credentials ? [{ name: 'Authorization', value: null, credentials }] : [];
}

/** A URL with the scheme that a command takes where none is written; one that begins with a variable stays. */
export function withScheme(url: WrittenText, scheme: string): WrittenText {
  if (/^(?:[a-z][a-z0-9+.-]*:\/\/|\$|\/)/i.test(url.text)) return url;
  const builder = new WrittenTextBuilder();
  builder.addUnwritten(`${scheme}://${url.text.startsWith(':') ? 'localhost' : ''}`, url.starts[0] ?? 0);
  return joined([builder.build(), url], '');
}

/** A value or an address that only a file holds. */
export function fromFile(at: number): WrittenText {
  const builder = new WrittenTextBuilder();
  builder.addUnwritten('${file}', at);
  return builder.build();
}

/** True of a command that another one gives its last words, such as `xargs curl`. */
export function isGivenWords({ words }: ShellCommand): boolean {
  return words.some(({ text }) => /^(?:xargs|parallel)$/.test(text));
}
