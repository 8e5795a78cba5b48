/** A format of files, by what tells it from others: its endings and media types. */
export interface FileFormat {
  /** Without the dot; the first is that of files which are written. */
  readonly endings: readonly [string, ...string[]];
  /** Endings of files that may be of this format, and may be of any other. */
  readonly looseEndings?: readonly string[];
  /** The first is that of files which are written. */
  readonly mediaTypes: readonly [string, ...string[]];
}

type Formats<Id extends string> = Readonly<Record<Id, FileFormat>>;

/** The ids of a table, in its order. */
export function idsOf<Id extends string>(table: Readonly<Record<Id, unknown>>): readonly Id[] {
  return Object.keys(table) as Id[];
}

/** The format that the ending of a file's name says; null where it says none. */
export function formatOfFile<Id extends string>(table: Formats<Id>, fileName: string): Id | null {
  const name = fileName.toLowerCase();
  return idsOf(table).find((id) => table[id].endings.some((ending) => name.endsWith(`.${ending}`))) ?? null;
}

/** The same where a file was chosen on purpose: an ending that any format could have says one, too. */
export function formatOfChosenFile<Id extends string>(table: Formats<Id>, fileName: string): Id | null {
  const name = fileName.toLowerCase();
  const isLoose = ({ looseEndings = [] }: FileFormat) =>
    looseEndings.some((ending) => name.endsWith(`.${ending}`));
  return formatOfFile(table, fileName) ?? idsOf(table).find((id) => isLoose(table[id])) ?? null;
}

/** The endings of formats as a command's messages name them, with their dot. */
export function dottedEndings<Id extends string>(table: Formats<Id>): readonly string[] {
  return idsOf(table).flatMap((id) => table[id].endings.map((ending) => `.${ending}`));
}

/** Returns the `accept` value of a file chooser for some formats: endings, then media types. */
export function acceptOf(formats: readonly FileFormat[]): string {
  const endings = formats.flatMap(({ endings: own, looseEndings = [] }) => [...own, ...looseEndings]);
  const mediaTypes = formats.flatMap((format) => format.mediaTypes);
  return [...new Set([...endings.map((ending) => `.${ending}`), ...mediaTypes])].join(',');
}
