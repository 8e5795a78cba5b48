/**
 * The parts of a document that the code in pages uses. The engine is compiled without the types of a browser; a test
 * holds these against the real ones.
 */
export interface DomRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface DomStyle {
  readonly opacity: string;
  readonly visibility: string;
  readonly clipPath: string;
  readonly clip: string;
  readonly overflowX: string;
  readonly position: string;
  readonly cursor: string;
}

/** A document, or the inside of a shadow host. */
export interface DomRoot {
  readonly host?: DomElement;
  querySelectorAll(selector: string): ArrayLike<DomElement>;
  getElementById(id: string): DomElement | null;
  elementFromPoint(x: number, y: number): DomElement | null;
}

export interface DomElement {
  readonly tagName: string;
  readonly id: string;
  readonly isConnected: boolean;
  readonly parentElement: DomElement | null;
  readonly previousElementSibling: DomElement | null;
  readonly shadowRoot: DomRoot | null;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  closest(selector: string): DomElement | null;
  matches(selector: string): boolean;
  contains(other: DomElement | null): boolean;
  querySelectorAll(selector: string): ArrayLike<DomElement>;
  getBoundingClientRect(): DomRect;
  getRootNode(): unknown;
  scrollIntoView(options: {
    readonly block: 'center';
    readonly inline: 'nearest';
    readonly behavior: 'instant';
  }): void;
}

/** An input, a button or another element that can be acted on; members that it has not are absent. */
export interface DomControl extends DomElement {
  readonly innerText?: string;
  readonly type?: string;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly required?: boolean;
  readonly checked?: boolean;
  readonly maxLength?: number;
  readonly labels?: ArrayLike<DomControl> | null;
  readonly form?: DomForm | null;
  value?: string;
  /** Of a list to choose from. */
  readonly options?: ArrayLike<DomControl>;
  focus(): void;
  click(): void;
  select?(): void;
  dispatchEvent(event: object): boolean;
}

export interface DomForm extends DomElement {
  readonly action: string;
  readonly method: string;
  readonly elements: ArrayLike<DomElement>;
}

export interface DomDocument extends DomRoot {
  readonly title: string;
  readonly readyState: string;
  readonly body: DomControl | null;
  readonly documentElement: DomElement & { readonly scrollWidth: number; readonly scrollHeight: number };
  readonly activeElement: DomElement | null;
  addEventListener(
    type: 'click',
    listener: () => void,
    options: { readonly capture: true; readonly once: true },
  ): void;
  execCommand(command: 'insertText', showUi: boolean, value: string): boolean;
}

/** The window of a frame, as a world of our own sees it. */
export interface DomWindow {
  readonly document: DomDocument;
  readonly origin: string;
  readonly location: { readonly href: string };
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly scrollX: number;
  readonly scrollY: number;
  readonly frameElement: DomElement | null;
  readonly Event: new (type: string, options: { readonly bubbles: boolean }) => object;
  getComputedStyle(element: DomElement): DomStyle;
}
