import type { PageDocument, PageElement, PageQuery, PageScope } from './page-dom.ts';

// Everything here runs in a page: a function may use the others of this list, and nothing else of this module.

/**
 * The source of a function of a document and a query that returns the elements that are found, the best one first; none
 * that is hidden, off the page, or no field where one is wanted.
 */
export function findSource(): string {
  return `(root, query) => ${finderSource()}.find(root, query)`;
}

/** The tools of the source of `finderSource`. */
export interface PageFinder {
  find(root: PageDocument, query: PageQuery): PageElement[];
  nameOf(element: PageElement): string;
  roleOf(element: PageElement): string;
  plainText(text: string | null): string;
}

/** The source of a finder, for sources that do more than to find. */
export function finderSource(): string {
  const parts = [
    everyElement,
    plainText,
    roleOf,
    nameOf,
    nameMatches,
    byAria,
    byText,
    byXpath,
    byWay,
    byChain,
    isSure,
    isVisible,
    isWanted,
    findInPage,
  ];
  const tools = { find: findInPage, nameOf, roleOf, plainText };
  // A bundler may have given the functions other names.
  const named = Object.entries(tools).map(([name, tool]) => `${name}: ${tool.name}`);
  return `(() => {\n${parts.map(String).join('\n')}\nreturn { ${named.join(', ')} };\n})()`;
}

/** The source of a function of a document that says what a person sees there: its title, and the labels in it. */
export function describeSource(): string {
  const parts = [everyElement, plainText, nameOf, isVisible, describePage];
  return `(root) => {\n${parts.map(String).join('\n')}\nreturn ${describePage.name}(root);\n}`;
}

/** Every element of a scope, those in open shadow roots among them, within a bound. */
function everyElement(scope: PageScope): PageElement[] {
  const found: PageElement[] = [];
  const scopes = [scope];
  for (let next = scopes.shift(); next !== undefined && found.length < 20_000; next = scopes.shift())
    for (const element of Array.from(next.querySelectorAll('*'))) {
      found.push(element);
      if (element.shadowRoot !== null) scopes.push(element.shadowRoot);
    }
  return found;
}

function plainText(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

function roleOf(element: PageElement): string {
  const given = element.getAttribute('role');
  if (given !== null) return given;
  const tag = element.tagName.toLowerCase();
  const type = (element.getAttribute('type') ?? 'text').toLowerCase();
  if (tag === 'button') return 'button';
  if (tag === 'a') return element.hasAttribute('href') ? 'link' : 'generic';
  if (tag === 'select') return 'combobox';
  if (tag === 'textarea') return 'textbox';
  if (/^h[1-6]$/.test(tag)) return 'heading';
  if (tag === 'img') return 'image';
  if (tag !== 'input') return 'generic';
  if (/^(?:submit|button|image|reset)$/.test(type)) return 'button';
  return type === 'checkbox' || type === 'radio' ? type : 'textbox';
}

/** The accessible name of an element, as far as sign-in pages need it. */
function nameOf(element: PageElement): string {
  const root = element.getRootNode() as PageScope;
  const byId = (id: string) =>
    Array.from(root.querySelectorAll('[id]')).find((other) => other.getAttribute('id') === id);
  const referred = (element.getAttribute('aria-labelledby') ?? '')
    .split(/\s+/)
    .map((id) => plainText(byId(id)?.textContent ?? ''));
  const labelled = plainText(referred.join(' '));
  if (labelled !== '') return labelled;
  const own = plainText(element.getAttribute('aria-label'));
  if (own !== '') return own;
  const tag = element.tagName.toLowerCase();
  if (/^(?:input|select|textarea)$/.test(tag)) {
    const id = element.getAttribute('id') ?? '';
    const labels = Array.from(root.querySelectorAll('label'));
    const label = labels.find((other) => id !== '' && other.getAttribute('for') === id);
    const text = plainText((label ?? element.closest('label'))?.textContent ?? '');
    if (text !== '') return text;
    const isButton = /^(?:submit|button|reset)$/i.test(element.getAttribute('type') ?? '');
    const value = isButton ? plainText(element.getAttribute('value')) : '';
    if (value !== '') return value;
    return plainText(
      element.getAttribute('alt') ?? element.getAttribute('title') ?? element.getAttribute('placeholder'),
    );
  }
  const text = plainText(element.getAttribute('alt') ?? element.textContent);
  return text === '' ? plainText(element.getAttribute('title')) : text;
}

/** True if names are the same but for case and the signs with which labels end. */
function nameMatches(name: string, wanted: string): boolean {
  const bare = (text: string) =>
    plainText(text)
      .toLowerCase()
      .replace(/[\s:*.…›»>→]{1,10}$/, '');
  return bare(name) === bare(wanted);
}

/** `aria/Name`, `aria/Name[role="button"]` and `aria/[role="generic"]`. */
function byAria(scope: PageScope, text: string): PageElement[] {
  const role = /\[role="([^"]*)"\]/.exec(text)?.[1] ?? null;
  const name = /\[name="([^"]*)"\]/.exec(text)?.[1] ?? text.replace(/\[(?:role|name)="[^"]*"\]/g, '');
  const fits = everyElement(scope).filter(
    (element) =>
      (role === null || roleOf(element) === role) && (name === '' || nameMatches(nameOf(element), name)),
  );
  // Of elements within each other, those with a role of their own: a button, and not what it is wrapped in.
  const acting = fits.filter((element) => roleOf(element) !== 'generic');
  return acting.length > 0 && name !== '' ? acting : fits;
}

/** `text/…`: the innermost elements that show a text, those that show nothing else first. */
function byText(scope: PageScope, text: string): PageElement[] {
  const wanted = plainText(text).toLowerCase();
  const shown = (element: PageElement) => {
    const isButton = /^(?:submit|button|reset)$/i.test(element.getAttribute('type') ?? '');
    const value =
      element.tagName.toLowerCase() === 'input' && isButton ? element.getAttribute('value') : null;
    return plainText(value ?? element.textContent).toLowerCase();
  };
  const holding = everyElement(scope).filter(
    (element) =>
      !element.matches('script,style,noscript,template,head,head *') && shown(element).includes(wanted),
  );
  const outer = new Set(holding.map((element) => element.parentElement));
  const inner = holding.filter((element) => !outer.has(element));
  const exact = inner.filter((element) => shown(element) === wanted);
  return [...exact, ...inner.filter((element) => !exact.includes(element))];
}

function byXpath(scope: PageScope, expression: string): PageElement[] {
  const document = scope as PageDocument;
  if (typeof document.evaluate !== 'function') return [];
  const orderedSnapshot = 7;
  const result = document.evaluate(expression, document as never, null, orderedSnapshot, null);
  return Array.from(
    { length: result.snapshotLength },
    (_, index) => result.snapshotItem(index) as PageElement,
  );
}

function byWay(scope: PageScope, selector: string): PageElement[] {
  const rest = selector.slice(selector.indexOf('/') + 1);
  if (selector.startsWith('aria/')) return byAria(scope, rest);
  if (selector.startsWith('text/')) return byText(scope, rest);
  if (selector.startsWith('xpath/')) return byXpath(scope, rest);
  if (!selector.startsWith('pierce/')) return Array.from(scope.querySelectorAll(selector));
  return everyElement(scope).filter((element) => element.matches(rest));
}

/** A list of selectors leads from hosts into their shadow roots; an unnamed part that is not there is the whole. */
function byChain(root: PageScope, chain: readonly string[]): PageElement[] {
  let found: PageElement[] = [];
  let scopes: PageScope[] = [root];
  for (const selector of chain) {
    const next = [...new Set(scopes.flatMap((scope) => byWay(scope, selector)))];
    if (next.length === 0 && selector.startsWith('aria/[') && found.length > 0) return found;
    found = next;
    scopes = found.map((element) => element.shadowRoot ?? element);
  }
  return found;
}

/** True if a way says what an element is, and not only where it stands among others. */
function isSure(chain: readonly string[]): boolean {
  const last = chain[chain.length - 1] ?? '';
  if (/^(?:aria|text)\//.test(last)) return true;
  if (/:nth-|\[\d+\]/.test(last)) return false;
  return /#|\[(?:@?id|@?name|@?autocomplete|@?type|@?data-[\w-]*)/.test(last);
}

function isVisible(element: PageElement): boolean {
  const { right, bottom, width, height } = element.getBoundingClientRect();
  if (width < 1 || height < 1 || right <= 0 || bottom <= 0) return false;
  if (element.closest('[aria-hidden="true"],[inert]') !== null) return false;
  // A box that is ticked is often drawn by its label, with the box itself transparent above it.
  const isBox = element.matches('input[type=checkbox],input[type=radio]');
  return element.checkVisibility({ opacityProperty: !isBox, visibilityProperty: true });
}

function isWanted(element: PageElement, { wanted, by }: PageQuery): boolean {
  if (wanted === 'any') return !element.matches(':disabled');
  const isPassword = element.matches('input[type=password]');
  const canBeFilled = element.matches(
    'input:not([type=hidden],[type=submit],[type=button],[type=image],[type=reset]),textarea,select,[contenteditable=""],[contenteditable=true]',
  );
  if (!canBeFilled || element.matches(':disabled,[readonly]')) return false;
  // Found by its place alone, another field may stand there by now.
  if (by === 'any') return wanted === 'password' ? isPassword : !isPassword;
  return wanted === 'password' || !isPassword;
}

function findInPage(root: PageDocument, query: PageQuery): PageElement[] {
  for (const chain of query.selectors) {
    if (isSure(chain) ? query.by === 'any' : query.by === 'sure') continue;
    let found: PageElement[] = [];
    try {
      found = byChain(root, chain);
    } catch {
      // A selector that the browser cannot read finds nothing.
    }
    const fit = found.filter((element) => isVisible(element) && isWanted(element, query));
    if (fit.length > 0) return fit;
  }
  return [];
}

function describePage(root: PageDocument): { title: string; labels: string[] } {
  const telling =
    'h1,h2,h3,label,legend,button,a[href],[role=button],[role=link],[role=alert],[role=heading],input[type=submit],input[placeholder],p';
  const labels: string[] = [];
  for (const element of everyElement(root)) {
    if (labels.length >= 30) break;
    if (!element.matches(telling) || !isVisible(element)) continue;
    const label = nameOf(element).slice(0, 120);
    if (label !== '' && !labels.includes(label)) labels.push(label);
  }
  return { title: plainText(root.title).slice(0, 200), labels };
}
