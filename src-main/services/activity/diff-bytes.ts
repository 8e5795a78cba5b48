import { bodyText, maskUrl } from '#main/platform/exchange-summary.ts';
import type { DiffLine } from '#shared/api/index.ts';
import type { Exchange, HeaderList, RecordedBody } from '#shared/exchange/index.ts';
import { byteSegments, visibleBytes } from './diff-segments.ts';
import { shownHeader, shownText } from './view.ts';

/** A line or body of a message: what is compared, and what may be shown of it. */
interface Piece {
  readonly part: 'request' | 'response';
  readonly name: string;
  readonly clear: Buffer;
  readonly shown: Buffer;
}

/**
 * Compares two exchanges byte by byte: start lines, header fields by their order, bodies. Spelling, order and
 * characters that cannot be seen count. Secrets are compared in clear and shown masked.
 */
export function diffBytes(left: Exchange, right: Exchange): readonly DiffLine[] {
  const [ours, theirs] = [byName(piecesOf(left)), byName(piecesOf(right))];
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((key) => {
    const [a, b] = [ours.get(key), theirs.get(key)];
    const any = a ?? b;
    if (any === undefined || (a !== undefined && b !== undefined && a.clear.equals(b.clear))) return [];
    return [
      {
        part: any.part,
        name: any.name,
        left: a === undefined ? null : visibleBytes(a.shown),
        right: b === undefined ? null : visibleBytes(b.shown),
        segments: a === undefined || b === undefined ? null : byteSegments(a.shown, b.shown),
      },
    ];
  });
}

function byName(pieces: readonly Piece[]): ReadonlyMap<string, Piece> {
  return new Map(pieces.map((piece) => [`${piece.part} ${piece.name}`, piece]));
}

function piecesOf({ request, response }: Exchange): readonly Piece[] {
  const { method, target } = request;
  const sent = piecesOfMessage('request', request.headers, request.body, [
    `${method} ${target}`,
    `${method} ${maskUrl(target)}`,
  ]);
  if (response === null) return sent;
  const status = `${response.status} ${response.reason}`;
  return [...sent, ...piecesOfMessage('response', response.headers, response.body, [status, status])];
}

function piecesOfMessage(
  part: Piece['part'],
  headers: HeaderList,
  body: RecordedBody,
  [clear, shown]: readonly [clear: string, shown: string],
): readonly Piece[] {
  const line = (name: string, text: string, masked: string) => ({
    part,
    name,
    clear: Buffer.from(text),
    shown: Buffer.from(masked),
  });
  const text = bodyText(body);
  const bytes = Buffer.from(body.bytes ?? []);
  return [
    line('first line', clear, shown),
    ...headers.map(([name, value], index) =>
      line(`field ${index + 1}`, `${name}: ${value}`, `${name}: ${shownHeader(name, value)}`),
    ),
    {
      part,
      name: 'body',
      clear: bytes,
      shown: text === null ? bytes : Buffer.from(shownText(text, headers)),
    },
  ];
}
