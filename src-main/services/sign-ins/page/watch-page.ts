import { finderSource, type PageFinder } from './in-page.ts';
import type { PageDocument, PageElement, PageQuery, PageScope } from './page-dom.ts';

// Everything here runs in a page: a function may use the others of this list, and nothing else of this module.

/** An event that a person caused; those of scripts are not trusted. */
interface PageEvent {
  readonly isTrusted: boolean;
  readonly detail: number;
  readonly key?: string;
  readonly isComposing?: boolean;
  composedPath(): readonly unknown[];
}

/** The window of a frame, as a world of the engine's own sees it. */
export interface WatchedWindow {
  readonly document: PageDocument;
  readonly location: { readonly href: string };
  readonly parent: WatchedWindow;
  readonly length: number;
  readonly [index: number]: WatchedWindow;
  addEventListener(
    type: string,
    listener: (event: PageEvent) => void,
    options: { readonly capture: true },
  ): void;
  setTimeout(handler: () => void, millis: number): unknown;
}

/**
 * The source of a function of a window and of a function that is told, in JSON, each act of a person in that window.
 */
export function watchSource(): string {
  const parts = [actedOn, isTextField, pathOf, attributeWays, waysIn, waysTo, framePath, watchPage];
  return `(view, tell) => {\n${parts.map(String).join('\n')}\nreturn ${watchPage.name}(view, tell, ${finderSource()});\n}`;
}

function isTextField(element: PageElement): boolean {
  return element.matches(
    'textarea,select,[contenteditable=""],[contenteditable=true],input:not([type=hidden],[type=submit],[type=button],[type=image],[type=reset],[type=checkbox],[type=radio],[type=file],[type=range],[type=color])',
  );
}

/** The element that a person means by a click: what acts, and not the picture or the text in it. */
function actedOn(path: readonly unknown[]): PageElement | null {
  const acting =
    'button,a[href],summary,label,input,select,textarea,[role=button],[role=link],[role=option],[role=menuitem],[role=checkbox],[role=switch],[role=radio],[role=tab],[onclick],[tabindex],[contenteditable=""],[contenteditable=true]';
  const elements = path.filter(
    (each) => typeof each === 'object' && each !== null && 'tagName' in each,
  ) as PageElement[];
  const found = elements.find((element) => element.matches(acting)) ?? elements[0] ?? null;
  return found === null || found.matches('html,body') ? null : found;
}

/** A selector by places among siblings: what is left where nothing names an element. */
function pathOf(element: PageElement): string {
  const parts: string[] = [];
  for (
    let each: PageElement | null = element;
    each !== null && parts.length < 30;
    each = each.parentElement
  ) {
    const tag = each.tagName.toLowerCase();
    const alike = Array.from(each.parentElement?.children ?? []).filter(
      (sibling) => sibling.tagName === each?.tagName,
    );
    parts.unshift(alike.length > 1 ? `${tag}:nth-of-type(${alike.indexOf(each) + 1})` : tag);
  }
  return parts.join(' > ');
}

/** Selectors by attributes that say what an element is for. */
function attributeWays(element: PageElement): string[] {
  const tag = element.tagName.toLowerCase();
  const quoted = (text: string) => JSON.stringify(text);
  const id = element.getAttribute('id') ?? '';
  const ways = ['data-testid', 'data-test', 'autocomplete', 'name'].flatMap((name) => {
    const value = element.getAttribute(name) ?? '';
    return value === '' || value === 'off' || value === 'on' ? [] : [`${tag}[${name}=${quoted(value)}]`];
  });
  const type = element.getAttribute('type') ?? '';
  if (type !== '' && type !== 'text') ways.push(`${tag}[type=${quoted(type)}]`);
  // An id with many digits was made for this page alone.
  if (id !== '' && id.replace(/\D/g, '').length <= 2)
    ways.unshift(/^[A-Za-z][\w-]*$/.test(id) ? `#${id}` : `[id=${quoted(id)}]`);
  return ways;
}

/** Ways to an element within its document or shadow root, the surest first. */
function waysIn(finder: PageFinder, element: PageElement): string[] {
  const name = finder.nameOf(element);
  const role = finder.roleOf(element);
  const shown = finder.plainText(element.textContent);
  const isNamed = name !== '' && name.length <= 120 && !/[[\]"]/.test(name);
  const isShown = shown !== '' && shown.length <= 60 && !isTextField(element);
  return [
    ...(isNamed ? [role === 'generic' ? `aria/${name}` : `aria/${name}[role="${role}"]`] : []),
    ...attributeWays(element),
    ...(isShown ? [`text/${shown}`] : []),
    pathOf(element),
  ];
}

/** Ways to an element from the document, through the shadow roots that it is in; only those that find it. */
function waysTo(
  finder: PageFinder,
  document: PageDocument,
  element: PageElement,
  wanted: PageQuery['wanted'],
): string[][] {
  const hosts: PageElement[] = [];
  for (
    let root = element.getRootNode() as PageScope & { readonly host?: PageElement };
    root.host !== undefined;
  ) {
    hosts.unshift(root.host);
    root = root.host.getRootNode() as PageScope & { readonly host?: PageElement };
  }
  const finds = (chain: readonly string[]) =>
    (['sure', 'any'] as const).some(
      (by) => finder.find(document, { selectors: [chain], by, wanted })[0] === element,
    );
  const leading = hosts.map((host) => attributeWays(host)[0] ?? host.tagName.toLowerCase());
  const found = waysIn(finder, element)
    .map((way) => [...leading, way])
    .filter(finds);
  // Where no way finds it alone, its place is better than nothing.
  return found.length > 0 ? found : [[...leading, pathOf(element)]];
}

/** The frame of a window as the index of each frame within the one before; empty: the page itself. */
function framePath(view: WatchedWindow): number[] {
  const path: number[] = [];
  for (let each = view; each.parent !== each && path.length < 10; each = each.parent) {
    const { parent } = each;
    const index = Array.from({ length: parent.length }, (_, at) => parent[at]).indexOf(each);
    path.unshift(Math.max(index, 0));
  }
  return path;
}

function watchPage(view: WatchedWindow, tell: (json: string) => void, finder: PageFinder): void {
  const { document } = view;
  const frame = framePath(view);
  const fields: { readonly element: PageElement; readonly told: object }[] = [];
  let isEntered = false;

  const place = () => (frame.length === 0 ? {} : { frame, url: view.location.href });
  const send = (act: object) => tell(JSON.stringify({ ...act, ...place() }));
  // A field is looked for once, and not with each character that is typed.
  function fieldOf(element: PageElement): object {
    const known = fields.find((field) => field.element === element);
    if (known !== undefined) return known.told;
    const wanted = element.matches('input[type=password]') ? 'password' : 'field';
    const told = { field: fields.length, selectors: waysTo(finder, document, element, wanted) };
    fields.push({ element, told });
    return told;
  }

  function onClick(event: PageEvent): void {
    const element = actedOn(event.composedPath());
    // A form that Enter sends clicks its button too.
    const isOfEnter = event.detail === 0 && isEntered;
    if (!event.isTrusted || element === null || isOfEnter || isTextField(element)) return;
    const labelled = (element as { readonly control?: PageElement | null }).control;
    // The browser clicks the control of the label next.
    if (element.matches('label') && labelled != null) return;
    send({ type: 'click', selectors: waysTo(finder, document, element, 'any') });
  }

  function onInput(event: PageEvent): void {
    const field = event.composedPath()[0] as (PageElement & { readonly value?: string }) | undefined;
    if (!event.isTrusted || field === undefined || !isTextField(field)) return;
    const value = (field.value ?? field.textContent ?? '').slice(0, 4_096);
    send({ type: 'change', ...fieldOf(field), value });
  }

  function onKey(event: PageEvent): void {
    const element = event.composedPath()[0] as PageElement | undefined;
    const isInField = element?.matches('input,[role=combobox]') === true && isTextField(element);
    if (!event.isTrusted || event.isComposing === true || event.key !== 'Enter' || !isInField) return;
    send({ type: 'enter' });
    isEntered = true;
    view.setTimeout(() => {
      isEntered = false;
    }, 200);
  }

  if (frame.length === 0) tell(JSON.stringify({ type: 'page', url: view.location.href }));
  view.addEventListener('click', onClick, { capture: true });
  view.addEventListener('input', onInput, { capture: true });
  view.addEventListener('keydown', onKey, { capture: true });
}
