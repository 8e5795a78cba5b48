import type { SeenElement, SeenFrame } from '#main/services/flow-player/index.ts';
import type { DomControl, DomElement, DomForm, DomRect, DomRoot, DomWindow } from './dom.ts';

/** The report of a document; its frame is known to the one that asks. */
export type LookedFrame = Omit<SeenFrame, 'frame' | 'document'>;

/**
 * Looks at one document from a world of its own, where the scripts of the page neither see nor change it. The text of
 * this class is sent to the browser: it uses nothing of this module.
 */
export class PageLook {
  readonly #window: DomWindow;
  /** Elements by their index: one keeps it as long as the document lives. */
  readonly #kept: DomControl[] = [];
  readonly #forms: DomElement[] = [];

  constructor(window: DomWindow) {
    this.#window = window;
  }

  /** Everything that a person could act on, and what the page says. */
  look(): LookedFrame {
    const { document, origin, location } = this.#window;
    return {
      url: location.href,
      origin,
      title: document.title.slice(0, 200),
      isLoading: document.readyState === 'loading',
      isVisible: this.#isFrameVisible(),
      headings: this.#texts('h1, h2, [role=heading], legend', 6),
      alerts: this.#texts(
        '[role=alert], [aria-live=assertive], [class*=error i], [id*=error i], [class*=alert i], [class*=invalid i]',
        8,
      ),
      text: this.#clean(document.body?.innerText ?? '', 4_000),
      frames: this.#visibleFrames(),
      elements: this.#candidates().map((element) => this.#describe(element)),
    };
  }

  /** Keeps an element that somebody found another way, and gives its index. */
  keep(element: DomControl): number {
    const known = this.#kept.indexOf(element);
    return known >= 0 ? known : this.#kept.push(element) - 1;
  }

  kept(index: number): DomControl | null {
    const element = this.#kept[index];
    return element?.isConnected === true ? element : null;
  }

  /** All elements that fit, inside of open shadow roots too. */
  all(selector: string, root: DomRoot = this.#window.document): DomControl[] {
    const found = Array.from(root.querySelectorAll(selector)) as DomControl[];
    const inner = Array.from(root.querySelectorAll('*')).flatMap(({ shadowRoot }) =>
      shadowRoot === null ? [] : this.all(selector, shadowRoot),
    );
    return [...found, ...inner];
  }

  /** True of what a person could see. */
  isVisible(element: DomElement): boolean {
    const rect = element.getBoundingClientRect();
    if (rect.width < 2 || rect.height < 2 || !this.#isOnPage(rect)) return false;
    let opacity = 1;
    for (let each: DomElement | null = element; each !== null; each = this.#above(each)) {
      const style = this.#window.getComputedStyle(each);
      opacity *= Number(style.opacity);
      if (opacity < 0.1 || each.getAttribute('aria-hidden') === 'true' || each.getAttribute('inert') !== null)
        return false;
      if (each === element && style.visibility !== 'visible') return false;
      if (this.#isClipped(style.clipPath, style.clip, style.position)) return false;
      if (each !== element && !this.#shows(each, style.overflowX, rect)) return false;
    }
    return true;
  }

  /** The form of an element as it would be sent; without an element the first one. */
  form(index: number | null): {
    readonly action: string;
    readonly method: string;
    readonly inputs: { readonly name: string; readonly type: string; readonly value: string }[];
  } | null {
    const own = index === null ? null : (this.kept(index)?.form ?? null);
    const form = own ?? (this.all('form')[0] as unknown as DomForm | undefined) ?? null;
    if (form === null) return null;
    const inputs = (Array.from(form.elements) as DomControl[]).map((input) => ({
      name: input.getAttribute('name') ?? '',
      type: (input.type ?? '').toLowerCase(),
      value: input.type === 'password' ? '' : (input.value ?? ''),
    }));
    const action = form.getAttribute('action') ?? '';
    return { action, method: (form.getAttribute('method') ?? 'get').toUpperCase(), inputs };
  }

  #candidates(): readonly DomControl[] {
    const selector =
      'input:not([type=hidden]), textarea, select, button, a[href], summary, [role=button], [role=link], ' +
      '[role=option], [role=menuitem], [role=checkbox], [role=switch], [onclick], [tabindex]:not([tabindex="-1"])';
    return this.all(selector).slice(0, 400);
  }

  #describe(element: DomControl): SeenElement {
    const tag = element.tagName.toLowerCase();
    const type = tag === 'input' ? (element.type ?? 'text').toLowerCase() : tag;
    const kind = this.#kindOf(element, type);
    const rect = element.getBoundingClientRect();
    const form = element.form ?? element.closest('form');
    const isBox = kind === 'check' && tag === 'input';
    const isShown =
      this.isVisible(element) || (isBox && this.#labels(element).some((each) => this.isVisible(each)));
    return {
      index: this.keep(element),
      kind,
      type,
      autocomplete: (element.getAttribute('autocomplete') ?? '').toLowerCase(),
      names: `${element.getAttribute('name') ?? ''} ${element.id} ${this.#hostNames(element)}`
        .trim()
        .toLowerCase(),
      label: this.#labelOf(element, kind),
      inputMode: element.getAttribute('inputmode') ?? '',
      maxLength: element.maxLength ?? -1,
      form: form === null ? -1 : this.#numberOf(form),
      action: form?.getAttribute('action') ?? '',
      isVisible: isShown,
      ...this.#stateOf(element),
      isSubmit: type === 'submit' || type === 'image' || (tag === 'button' && element.type === 'submit'),
      filled: kind === 'field' ? (element.value ?? '').length : 0,
      left: Math.round(rect.left),
      top: Math.round(rect.top),
      width: Math.round(rect.width),
      height: Math.round(rect.height),
    };
  }

  #stateOf(element: DomControl): Pick<SeenElement, 'isEnabled' | 'isChecked' | 'isRequired'> {
    const says = (name: string) => element.getAttribute(name) === 'true';
    const isDisabled = element.disabled === true || element.matches(':disabled') || says('aria-disabled');
    return {
      isEnabled: !isDisabled && element.readOnly !== true,
      isChecked: element.checked === true || says('aria-checked'),
      isRequired: element.required === true || says('aria-required'),
    };
  }

  #kindOf(element: DomControl, type: string): SeenElement['kind'] {
    const role = element.getAttribute('role') ?? '';
    if (type === 'checkbox' || type === 'radio' || role === 'checkbox' || role === 'switch') return 'check';
    if (type === 'a' && role !== 'button') return 'link';
    const isInput = element.tagName === 'INPUT' || type === 'textarea' || type === 'select';
    return isInput && !['submit', 'button', 'image', 'reset'].includes(type) ? 'field' : 'button';
  }

  #labelOf(element: DomControl, kind: SeenElement['kind']): string {
    const own = kind === 'button' || kind === 'link' ? (element.innerText ?? element.textContent ?? '') : '';
    const isPressed = element.tagName === 'INPUT' && kind === 'button';
    const inner = own.trim() === '' ? Array.from(element.querySelectorAll('img[alt]')) : [];
    const parts = [
      element.getAttribute('aria-label') ?? '',
      ...(element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => this.#textOf(element, id)),
      own,
      ...inner.map((image) => image.getAttribute('alt') ?? ''),
      isPressed ? (element.value ?? '') : '',
      ...this.#labels(element).map((label) => label.innerText ?? label.textContent ?? ''),
      element.getAttribute('placeholder') ?? '',
      element.getAttribute('title') ?? '',
    ].filter((part) => part.trim() !== '');
    if (parts.length === 0 && kind === 'field') parts.push(this.#besides(element));
    return this.#clean([...new Set(parts)].join(' '), 160);
  }

  /** A label that nothing ties to its field stands before it, or in the cell before its own. */
  #besides(element: DomElement): string {
    const before = element.previousElementSibling ?? element.parentElement?.previousElementSibling;
    const cell = element.closest('td')?.previousElementSibling;
    return (before?.matches('label, span, div, p, th, td, dt') === true ? before : cell)?.textContent ?? '';
  }

  #labels(element: DomControl): readonly DomControl[] {
    const around = element.closest('label') as DomControl | null;
    return [...Array.from(element.labels ?? []), ...(around === null ? [] : [around])];
  }

  #textOf(element: DomElement, id: string): string {
    if (id === '') return '';
    return (element.getRootNode() as DomRoot).getElementById(id)?.textContent ?? '';
  }

  /** Components name their field at their outside. */
  #hostNames(element: DomElement): string {
    const { host } = element.getRootNode() as DomRoot;
    if (host === undefined) return '';
    return ['name', 'id', 'label', 'type'].map((name) => host.getAttribute(name) ?? '').join(' ');
  }

  #numberOf(form: DomElement): number {
    const known = this.#forms.indexOf(form);
    return known >= 0 ? known : this.#forms.push(form) - 1;
  }

  #texts(selector: string, most: number): readonly string[] {
    const found = this.all(selector).filter((element) => this.isVisible(element));
    const texts = found.map((element) => this.#clean(element.innerText ?? element.textContent ?? '', 200));
    return [...new Set(texts.filter((text) => text !== ''))].slice(0, most);
  }

  /** Badges by which a page says that it looks on are smaller than questions for people. */
  #visibleFrames(): readonly string[] {
    return this.all('iframe, frame')
      .filter((frame) => {
        const { width, height } = frame.getBoundingClientRect();
        return (
          width > 60 && height > 40 && frame.closest('.grecaptcha-badge') === null && this.isVisible(frame)
        );
      })
      .map((frame) => frame.getAttribute('src') ?? '')
      .slice(0, 20);
  }

  #isFrameVisible(): boolean {
    const { innerWidth, innerHeight, frameElement } = this.#window;
    if (innerWidth < 2 || innerHeight < 2) return false;
    // The document around it has the same origin: it can be seen through.
    return frameElement === null || this.#isShownOutside(frameElement);
  }

  #isShownOutside(frame: DomElement): boolean {
    const outer = (frame as unknown as { ownerDocument: { defaultView: DomWindow | null } }).ownerDocument
      .defaultView;
    const { width, height, left, top } = frame.getBoundingClientRect();
    if (outer === null || width < 2 || height < 2) return false;
    const style = outer.getComputedStyle(frame);
    return (
      Number(style.opacity) >= 0.1 &&
      style.visibility === 'visible' &&
      left + width > 0 &&
      top + height > -outer.scrollY
    );
  }

  #above(element: DomElement): DomElement | null {
    return element.parentElement ?? (element.getRootNode() as DomRoot).host ?? null;
  }

  #isOnPage({ left, top, width, height }: DomRect): boolean {
    const { scrollX, scrollY, document } = this.#window;
    const { scrollWidth, scrollHeight } = document.documentElement;
    const [x, y] = [left + scrollX, top + scrollY];
    return (
      x + width > 1 &&
      y + height > 1 &&
      x < scrollWidth &&
      y < Math.max(scrollHeight, this.#window.innerHeight)
    );
  }

  #isClipped(clipPath: string, clip: string, position: string): boolean {
    if (/^inset\((?:50|100)%|^circle\(0/.test(clipPath)) return true;
    return (
      (position === 'absolute' || position === 'fixed') &&
      /^rect\((?:0px|1px)[, ]+(?:0px|1px)[, ]+(?:0px|1px)/.test(clip)
    );
  }

  /** True where a box that cuts off what leaves it still shows a part of the element. */
  #shows(box: DomElement, overflow: string, rect: DomRect): boolean {
    if (overflow !== 'hidden' && overflow !== 'clip') return true;
    if (box.tagName === 'BODY' || box.tagName === 'HTML') return true;
    const outer = box.getBoundingClientRect();
    const width =
      Math.min(outer.left + outer.width, rect.left + rect.width) - Math.max(outer.left, rect.left);
    const height = Math.min(outer.top + outer.height, rect.top + rect.height) - Math.max(outer.top, rect.top);
    return width > 1 && height > 1;
  }

  #clean(text: string, most: number): string {
    return text.replaceAll(/\s+/g, ' ').trim().slice(0, most);
  }
}
