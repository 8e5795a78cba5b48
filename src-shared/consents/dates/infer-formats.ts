/** Days from 1954 to 2119 in the system of 1900: serial numbers of consents lie there. */
const serialRange = [20_000, 80_000] as const;

/**
 * Formats that a text could be of, by how it looks; whether they really read it is for their readers to say.
 * Digits without separators are told apart by how many there are.
 */
export function inferFormats(text: string): readonly string[] {
  if (/^\d{4}-\d\d-\d\d(?:$|[Tt ]\d\d:\d\d)/.test(text)) return ['iso'];
  if (/^\d+$/.test(text)) return ofDigits(text);
  if (/^\d{5}[.,]\d+$/.test(text)) return isSerial(text) ? ['excel-1900', 'excel-1904'] : [];
  const cut =
    /^([A-Za-z]+|\d{1,4})([/. -]|, ?)([A-Za-z]+|\d{1,2})([/. -]|, ?)(\d{1,4})(?:([ T]|, )(\d.*))?$/.exec(
      text,
    );
  if (cut === null) return [];
  const [, first = '', firstMark = '', second = '', secondMark = '', third = '', joint = '', time] = cut;
  const clock = time === undefined ? '' : clockOf(time);
  if (clock === null) return [];
  return dateOrders(first, second, third).map(
    ([a, b, c]) => `${a}${firstMark}${b}${secondMark}${c}${time === undefined ? '' : joint + clock}`,
  );
}

function ofDigits(text: string): readonly string[] {
  if (text.length === 5) return isSerial(text) ? ['excel-1900', 'excel-1904'] : [];
  if (text.length === 8) return ['yyyyMMdd', 'ddMMyyyy', 'MMddyyyy'];
  if (text.length === 9 || text.length === 10) return ['epoch-seconds'];
  if (text.length === 12 || text.length === 13) return ['epoch-millis'];
  return text.length === 14 ? ['yyyyMMddHHmmss'] : [];
}

function isSerial(text: string): boolean {
  const value = Number(text.replace(',', '.'));
  return value >= serialRange[0] && value <= serialRange[1];
}

type Order = readonly [string, string, string];

function dateOrders(first: string, second: string, third: string): readonly Order[] {
  const isWord = (text: string) => /^[A-Za-z]/.test(text);
  const yearOf = (text: string) => (text.length === 4 ? 'yyyy' : 'yy');
  if (isWord(first)) return isWord(second) ? [] : [['MMM', 'dd', yearOf(third)]];
  if (isWord(second)) return first.length === 4 ? [['yyyy', 'MMM', 'dd']] : [['dd', 'MMM', yearOf(third)]];
  if (first.length === 4) return [['yyyy', 'MM', 'dd']];
  if (first.length > 2 || third.length === 3) return [];
  if (third.length === 4)
    return [
      ['dd', 'MM', 'yyyy'],
      ['MM', 'dd', 'yyyy'],
    ];
  if (third.length === 1) return [['yy', 'MM', 'dd']];
  return [
    ['dd', 'MM', 'yy'],
    ['MM', 'dd', 'yy'],
    ['yy', 'MM', 'dd'],
  ];
}

function clockOf(text: string): string | null {
  const cut = /^\d{1,2}:\d\d(:\d\d)?(\.\d{3})?( ?[AaPp][Mm])?( ?(?:[Zz]|[+-]\d\d(?::?\d\d)?))?$/.exec(text);
  if (cut === null) return null;
  const [, seconds, fraction, half, offset] = cut;
  if (fraction !== undefined && seconds === undefined) return null;
  return [
    half === undefined ? 'HH:mm' : 'hh:mm',
    seconds === undefined ? '' : ':ss',
    fraction === undefined ? '' : '.SSS',
    half === undefined ? '' : half.startsWith(' ') ? ' a' : 'a',
    offset === undefined ? '' : offset.startsWith(' ') ? ' XXX' : 'XXX',
  ].join('');
}
