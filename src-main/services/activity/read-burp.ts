import { Parser } from 'htmlparser2';
import { ImportFault } from './import-fault.ts';
import type { ImportedEntry } from './imported-entry.ts';
import { requestOf, splitMessage } from './read-raw-request.ts';

/** Members of an item that are read. */
const members = ['url', 'time', 'request', 'response', 'protocol', 'host', 'port'] as const;
type Member = (typeof members)[number];

interface BurpText {
  readonly text: string;
  readonly isBase64: boolean;
}
type BurpItem = ReadonlyMap<Member, BurpText>;

/**
 * Reads the items of an XML export of Burp Suite. No entity but the five of XML is filled in, and nothing is loaded:
 * its DOCTYPE is passed over. @throws ImportFault
 */
export function readBurp(text: string): readonly ImportedEntry[] {
  const items = itemsOf(text);
  if (items.length === 0) throw new ImportFault('the export has no items');
  return items.map((item, index) => {
    try {
      return entryOf(item);
    } catch (error) {
      if (!(error instanceof ImportFault)) throw error;
      throw new ImportFault(`item ${index + 1}: ${error.message}`);
    }
  });
}

function itemsOf(xml: string): readonly BurpItem[] {
  const items: BurpItem[] = [];
  let item: Map<Member, BurpText> | null = null;
  let member: Member | null = null;
  let isBase64 = false;
  let text = '';
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'item') item = new Map();
        else if (item !== null && isMember(name)) {
          [member, text] = [name, ''];
          isBase64 = attributes['base64'] === 'true';
        }
      },
      ontext(piece) {
        if (member !== null) text += piece;
      },
      onclosetag(name) {
        if (name === 'item' && item !== null) {
          items.push(item);
          item = null;
        } else if (name === member && item !== null) {
          item.set(member, { text, isBase64 });
          member = null;
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
  return items;
}

function isMember(name: string): name is Member {
  return (members as readonly string[]).includes(name);
}

function entryOf(item: BurpItem): ImportedEntry {
  const request = bytesOf(item.get('request'));
  if (request === null || request.length === 0) throw new ImportFault('the request is missing');
  return {
    ...requestOf(splitMessage(request)),
    origin: originOf(item),
    startedAtMillis: timeOf(item.get('time')?.text),
    durationMicros: 0,
    ...answerOf(bytesOf(item.get('response'))),
  };
}

function answerOf(response: Buffer | null): Pick<ImportedEntry, 'response' | 'failure'> {
  if (response === null || response.length === 0) return { response: null, failure: 'no response' };
  const { first, headers, body } = splitMessage(response);
  const [, status = '', reason = ''] = /^HTTP\/\S+ (\d{3})(?: (.*))?$/.exec(first) ?? [];
  if (status === '') throw new ImportFault('the first line of the response is not a status line');
  return { response: { status: Number(status), reason, headers, body }, failure: '' };
}

function bytesOf(written: BurpText | undefined): Buffer | null {
  if (written === undefined) return null;
  return Buffer.from(written.text, written.isBase64 ? 'base64' : 'utf8');
}

function originOf(item: BurpItem): string {
  const text = (member: Member) => item.get(member)?.text.trim() ?? '';
  const url = URL.canParse(text('url'))
    ? text('url')
    : `${text('protocol')}://${text('host')}:${text('port')}`;
  if (!/^https?:/i.test(url) || !URL.canParse(url)) throw new ImportFault('the URL is missing or invalid');
  return new URL(url).origin;
}

/** Burp writes the time of its machine, `Fri Nov 27 15:00:00 UTC 2026`: RFC 2822's parts in the order of Java. */
function timeOf(text: string | undefined): number | null {
  const [, month, day, time, zone = '', year] =
    /^\w{3} (\w{3}) (\d{1,2}) (\d\d:\d\d:\d\d) (\S+) (\d{4})$/.exec(text?.trim() ?? '') ?? [];
  const millis = Date.parse(`${day} ${month} ${year} ${time} ${zone}`);
  return Number.isNaN(millis) ? null : millis;
}
