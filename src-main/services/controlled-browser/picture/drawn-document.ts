import type { KnownValues } from './known-values.ts';
import { type PageSnapshot, type ReadStyle, readStyles, type SnapshotDocument } from './page-snapshot.ts';

/** A rectangle, in CSS pixels from the upper left corner of what is seen. */
export interface PagePlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A frame in a document: the place of its box, and of what is in it. */
export interface DrawnFrame {
  readonly box: PagePlace;
  /** Index of its document; null: it is that of another process, and is not known. */
  readonly document: number | null;
  /** The upper left corner of its document; null: it is turned or scaled, and what is in it cannot be placed. */
  readonly inner: { readonly left: number; readonly top: number } | null;
}

/** Elements of which nobody can tell what they show. */
const opaque: ReadonlySet<string> = new Set(['CANVAS', 'VIDEO', 'OBJECT', 'EMBED', 'FENCEDFRAME']);
/** Parts of a drawing that show another part once more. */
const repeating: ReadonlySet<string> = new Set(['use', 'pattern', 'marker', 'mask', 'feImage']);
/** Inputs without a text that was typed. */
const untyped: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'submit',
  'button',
  'reset',
  'image',
  'range',
  'color',
]);

type SparseMember = 'textValue' | 'inputValue' | 'currentSourceURL' | 'contentDocumentIndex';

/** One document of a page as it is drawn. */
export class DrawnDocument {
  readonly #strings: readonly string[];
  readonly #document: SnapshotDocument;
  readonly #values: KnownValues;
  /** The first box of each node. */
  readonly #boxOf = new Map<number, number>();
  /** For each node: the select element around it, and whether it is part of an SVG drawing. */
  readonly #within: { readonly select: number; readonly isDrawing: boolean }[] = [];
  readonly #sparse: Readonly<Record<SparseMember, ReadonlyMap<number, number>>>;

  constructor({ strings }: PageSnapshot, document: SnapshotDocument, values: KnownValues) {
    this.#strings = strings;
    this.#document = document;
    this.#values = values;
    const { nodes } = document;
    this.#sparse = {
      textValue: sparse(nodes.textValue),
      inputValue: sparse(nodes.inputValue),
      currentSourceURL: sparse(nodes.currentSourceURL),
      contentDocumentIndex: sparse(nodes.contentDocumentIndex),
    };
    // A node comes after the one that it is in.
    for (const [node, parent] of nodes.parentIndex.entries()) {
      const outer = this.#within[parent] ?? { select: -1, isDrawing: false };
      const name = this.#name(node);
      this.#within.push({
        select: name === 'SELECT' ? node : outer.select,
        isDrawing: outer.isDrawing || name === 'svg',
      });
    }
    for (const [box, node] of document.layout.nodeIndex.entries())
      if (!this.#boxOf.has(node)) this.#boxOf.set(node, box);
  }

  /** True where something of it may be seen at a place that nobody can know. */
  isUnplaceable(): boolean {
    const { nodes, layout } = this.#document;
    const names = nodes.nodeName.map((name) => this.#text(name));
    if (names.some((name) => name.startsWith('::view-transition'))) return true;
    if (names.some((name) => repeating.has(name)) && this.#hasKnownDrawing()) return true;
    return layout.nodeIndex.some(
      (_node, box) =>
        this.#style(box, '-webkit-box-reflect', 'none') !== 'none' ||
        this.#style(box, 'filter', 'none').includes('url('),
    );
  }

  /** Everything that shows a known value, or may. */
  hidden(): readonly PagePlace[] {
    const { layout } = this.#document;
    const texts = layout.text.map((text) => this.#text(text));
    const written = this.#values.among(texts).map((box) => grown(this.#place(box), this.#overhang(box)));
    const lists = this.#knownLists();
    const elements = layout.nodeIndex.flatMap((node, box) =>
      lists.has(node) || this.#isHiddenElement(node, box) ? [this.#place(box)] : [],
    );
    const shadow = this.#longestShadow();
    return [...written, ...elements.map((place) => grown(place, 1))]
      .filter(({ width, height }) => width > 0 && height > 0)
      .map((place) => grown(place, shadow));
  }

  frames(): readonly DrawnFrame[] {
    const documents = this.#sparse.contentDocumentIndex;
    return [...this.#boxOf].flatMap(([node, box]) => {
      const name = this.#name(node);
      if (name !== 'IFRAME' && name !== 'FRAME') return [];
      const inner = this.#isStraight(node) ? this.#innerOf(box) : null;
      return [{ box: this.#place(box), document: documents.get(node) ?? null, inner }];
    });
  }

  #isHiddenElement(node: number, box: number): boolean {
    const name = this.#name(node);
    const background = this.#style(box, 'background-image', 'none');
    if (
      opaque.has(name) ||
      background.includes('paint(') ||
      this.#isPicture(addressesIn(background), 'blob:')
    )
      return true;
    switch (name) {
      case 'INPUT':
        return this.#isHiddenInput(node);
      case 'TEXTAREA':
        return this.#valueOf('textValue', node) !== '' || this.#saysKnown(node, 'placeholder');
      case 'IMG':
      case 'image':
        return this.#isHiddenPicture(node);
      default:
        return false;
    }
  }

  /** A field that holds anything is covered: a code may stand in six of them. */
  #isHiddenInput(node: number): boolean {
    const type = this.#attribute(node, 'type').toLowerCase();
    if (type === 'image') return this.#isHiddenPicture(node);
    if (type === 'password' || this.#attribute(node, 'autocomplete').includes('password')) return true;
    const value = this.#valueOf('inputValue', node);
    if (untyped.has(type)) return this.#values.isIn(value);
    return value !== '' || this.#saysKnown(node, 'placeholder');
  }

  #isHiddenPicture(node: number): boolean {
    const sources = ['src', 'href', 'xlink:href'].map((name) => this.#attribute(node, name));
    const shown = this.#valueOf('currentSourceURL', node);
    return this.#saysKnown(node, 'alt') || this.#isPicture([...sources, shown], 'blob:', 'data:image/');
  }

  /** True of pictures whose address names a known value, and of those that a script may have drawn. */
  #isPicture(addresses: readonly string[], ...drawn: readonly string[]): boolean {
    return addresses.some(
      (address) =>
        this.#values.isInAddress(address) ||
        (drawn.some((begin) => address.startsWith(begin)) && !address.startsWith('data:image/svg')),
    );
  }

  /** True of drawings with a text that holds a known value, and which may be shown anywhere once more. */
  #hasKnownDrawing(): boolean {
    const { nodeName, nodeValue } = this.#document.nodes;
    return nodeName.some(
      (name, node) =>
        this.#within[node]?.isDrawing === true &&
        this.#text(name) === '#text' &&
        this.#values.isIn(this.#text(nodeValue[node])),
    );
  }

  /** Lists to choose from of which an option names a known value. */
  #knownLists(): ReadonlySet<number> {
    const { nodeName, nodeValue } = this.#document.nodes;
    const lists = new Set<number>();
    for (const [node, { select }] of this.#within.entries())
      if (
        select >= 0 &&
        this.#text(nodeName[node]) === '#text' &&
        this.#values.isIn(this.#text(nodeValue[node]))
      )
        lists.add(select);
    return lists;
  }

  /** True of a frame whose document stands upright and unscaled, as far as can be known. */
  #isStraight(node: number): boolean {
    const hosts = new Set(
      this.#document.nodes.shadowRootType.index.map((root) => this.#document.nodes.parentIndex[root]),
    );
    return this.#ancestors(node).every((each) => {
      const box = this.#boxOf.get(each);
      // An element that is put into a shadow root stands within elements that are no ancestors of it.
      if (hosts.has(each)) return false;
      if (box === undefined) return true;
      const transform = this.#style(box, 'transform', 'none');
      return (
        (transform === 'none' || transform.startsWith('matrix(1, 0, 0, 1,')) &&
        (['rotate', 'scale', 'perspective', 'offset-path'] as const).every(
          (name) => this.#style(box, name, 'none') === 'none',
        ) &&
        this.#style(box, 'zoom', '1') === '1'
      );
    });
  }

  #innerOf(box: number): { readonly left: number; readonly top: number } {
    const { left, top } = this.#place(box);
    const pixels = (name: ReadStyle) => Number.parseFloat(this.#style(box, name, '0'));
    return {
      left: left + pixels('border-left-width') + pixels('padding-left'),
      top: top + pixels('border-top-width') + pixels('padding-top'),
    };
  }

  #ancestors(node: number): readonly number[] {
    const { parentIndex } = this.#document.nodes;
    const found: number[] = [];
    for (let each = node; each >= 0; each = parentIndex[each] ?? -1) found.push(each);
    return found;
  }

  /** How far letters reach out of their box: slanted ones, those of large fonts, and their shadows. */
  #overhang(box: number): number {
    const { height } = this.#place(box);
    const letters = Math.max(4, 0.4 * Number.parseFloat(this.#style(box, 'font-size', '16')), height / 4);
    return letters + pixelsIn(this.#style(box, 'text-shadow', 'none'));
  }

  /** The longest shadow that a filter throws: whose it is cannot be known of what is put into shadow roots. */
  #longestShadow(): number {
    const { nodeIndex } = this.#document.layout;
    return nodeIndex.reduce((most, _node, box) => {
      const filter = this.#style(box, 'filter', 'none');
      return filter.includes('drop-shadow') ? Math.max(most, pixelsIn(filter)) : most;
    }, 0);
  }

  #place(box: number): PagePlace {
    const { layout, scrollOffsetX, scrollOffsetY } = this.#document;
    const [left = 0, top = 0, width = 0, height = 0] = layout.bounds[box] ?? [];
    return { left: left - scrollOffsetX, top: top - scrollOffsetY, width, height };
  }

  #style(box: number, name: ReadStyle, usual: string): string {
    const value = this.#text(this.#document.layout.styles[box]?.[readStyles.indexOf(name)]);
    return value === '' ? usual : value;
  }

  #attribute(node: number, name: string): string {
    const pairs = this.#document.nodes.attributes[node] ?? [];
    const at = pairs.findIndex((each, index) => index % 2 === 0 && this.#text(each) === name);
    return at < 0 ? '' : this.#text(pairs[at + 1]);
  }

  #saysKnown(node: number, attribute: string): boolean {
    return this.#values.isIn(this.#attribute(node, attribute));
  }

  #valueOf(kind: Exclude<SparseMember, 'contentDocumentIndex'>, node: number): string {
    return this.#text(this.#sparse[kind].get(node));
  }

  #name(node: number): string {
    return this.#text(this.#document.nodes.nodeName[node]);
  }

  #text(index: number | undefined): string {
    return index === undefined ? '' : (this.#strings[index] ?? '');
  }
}

function sparse({ index, value }: SnapshotDocument['nodes'][SparseMember]): ReadonlyMap<number, number> {
  return new Map(index.map((node, at) => [node, value[at] ?? -1]));
}

function addressesIn(style: string): readonly string[] {
  return [...style.matchAll(/url\("?([^")]*)/g)].map(([, address = '']) => address);
}

/** The sum of all lengths in a style. */
function pixelsIn(style: string): number {
  const lengths = style.split(/[\s(),]/).filter((part) => part.endsWith('px'));
  return lengths.reduce((sum, length) => sum + Math.abs(Number.parseFloat(length)), 0);
}

function grown({ left, top, width, height }: PagePlace, by: number): PagePlace {
  return { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by };
}
