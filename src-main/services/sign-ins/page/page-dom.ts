/**
 * The part of the DOM that is used in a page. The engine has no DOM of its own, so that its types are written down here;
 * a test holds those of the platform against them.
 */
export interface PageScope {
  querySelectorAll(css: string): ArrayLike<PageElement>;
}

export interface PageElement extends PageScope {
  readonly tagName: string;
  readonly textContent: string | null;
  readonly shadowRoot: PageScope | null;
  readonly parentElement: PageElement | null;
  readonly children: ArrayLike<PageElement>;
  readonly isConnected: boolean;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  matches(css: string): boolean;
  closest(css: string): PageElement | null;
  getBoundingClientRect(): PageRectangle;
  checkVisibility(options: {
    readonly opacityProperty: boolean;
    readonly visibilityProperty: boolean;
  }): boolean;
  getRootNode(): unknown;
}

export interface PageRectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** A document, in an isolated world of its page. */
export interface PageDocument extends PageScope {
  readonly title: string;
  evaluate(
    expression: string,
    context: never,
    resolver: null,
    type: number,
    result: null,
  ): { readonly snapshotLength: number; snapshotItem(index: number): unknown };
}

/** A question for one element of a page. */
export interface PageQuery {
  /** Ways to the element, placeholders filled in. */
  readonly selectors: readonly (readonly string[])[];
  /** `sure`: by ways that say what the element is; `any`: by its place in the page too. */
  readonly by: 'sure' | 'any';
  /** `password`: a field for one; `field`: another field that can be filled in; `any`: whatever is there. */
  readonly wanted: 'password' | 'field' | 'any';
}
