import { bodyText, maskUrl } from '#main/platform/exchange-summary.ts';
import type { DiffLine } from '#shared/api/index.ts';
import type { Exchange, HeaderList, RecordedBody } from '#shared/exchange/index.ts';
import { byteSegments, visibleBytes } from './diff-segments.ts';
import { shownField, shownText } from './view.ts';

/** A line or body of a message: what is compared, and what may be shown of it. */
interface Piece {
  readonly part: 'request' | 'response';
  readonly name: string;
  readonly clear: Buffer;
  readonly shown: Buffer;
  /** Reveals the value of a field, or a body, where it is masked and may be shown. */
  readonly pointer?: string | undefined;
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
    if (any === undefined) return [];
    const isSame = a !== undefined && b !== undefined && a.clear.equals(b.clear);
    return [
      {
        part: any.part,
        name: any.name,
        change: isSame ? ('same' as const) : ('differs' as const),
        left: a === undefined ? null : visibleBytes(a.shown),
        right: b === undefined ? null : visibleBytes(b.shown),
        segments: a === undefined || b === undefined || isSame ? null : byteSegments(a.shown, b.shown),
        leftPointer: a?.pointer,
        rightPointer: b?.pointer,
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
  const shownBody = text === null ? bytes : Buffer.from(shownText(text, headers));
  return [
    line('first line', clear, shown),
    ...headers.map(([name, value], index) => {
      const field = shownField({ name, value, pointer: `/${part}/headers/${index}` });
      return {
        ...line(`field ${index + 1}`, `${name}: ${value}`, `${name}: ${field.value}`),
        pointer: field.pointer,
      };
    }),
    {
      part,
      name: 'body',
      clear: bytes,
      shown: shownBody,
      pointer: shownBody.equals(bytes) ? undefined : `/${part}/body`,
    },
  ];
}
