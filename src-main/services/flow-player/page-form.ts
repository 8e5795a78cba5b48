import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { PlayFailure } from './play-failure.ts';

/** An input or button of a form. */
export interface PageInput {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** The form of a page, as a browser would send it. */
export interface PageForm {
  /** As written; empty: the address of the page. */
  readonly action: string;
  readonly method: 'GET' | 'POST';
  readonly inputs: readonly PageInput[];
}

/** The parts of a page that the walk uses. */
export interface Page {
  /** The first form; null where there is none. */
  readonly form: PageForm | null;
  /** Addresses of the links by which a person refuses, as written. */
  readonly refusals: readonly string[];
  readonly formCount: number;
  /** It has a script, or a frame that may have one. */
  readonly hasScript: boolean;
}

/** More fields than servers read of one form. */
const maxInputs = 1_000;
const maxRefusals = 10;

type Attributes = ReadonlyMap<string, string>;

/**
 * Reads the first form of a page and the links by which people say no. Tags are looked at one after another and no
 * tree is built: the time grows with the length of a page, whatever stands in it.
 * @throws PlayFailure where the form has more than 1,000 fields
 */
export function readPage(html: string): Page {
  const reader = new PageReader();
  const tokenizer = new Tokenizer({ decodeEntities: true }, tagsOf(html, reader));
  tokenizer.write(html);
  tokenizer.end();
  const { form, refusals, formCount, hasScript } = reader;
  return { form, refusals, formCount, hasScript };
}

/** The first form of a page; null where it has none. @throws PlayFailure where it has more than 1,000 fields */
export function readForm(html: string): PageForm | null {
  return readPage(html).form;
}

/** The fields that a form sends by itself: those that are hidden. */
export function hiddenFields({ inputs }: PageForm): readonly (readonly [name: string, value: string])[] {
  return inputs
    .filter(({ type, name }) => type === 'hidden' && name !== '')
    .map(({ name, value }) => [name, value]);
}

interface TagReader {
  opened(tag: string, attributes: Attributes): void;
  closed(tag: string): void;
}

class PageReader implements TagReader {
  form: PageForm | null = null;
  readonly refusals: string[] = [];
  formCount = 0;
  hasScript = false;
  readonly #inputs: PageInput[] = [];
  #isWithin = false;

  opened(tag: string, attributes: Attributes): void {
    if (attributes.has('onclick') || attributes.has('onload')) this.hasScript = true;
    if (tag === 'form') this.#begin(attributes);
    else if (tag === 'script' || tag === 'iframe') this.hasScript = true;
    else if (tag === 'a') this.#link(attributes.get('href') ?? '');
    else if (this.#isWithin && (tag === 'input' || tag === 'button')) this.#input(tag, attributes);
  }

  closed(tag: string): void {
    if (tag === 'form') this.#isWithin = false;
  }

  #begin(attributes: Attributes): void {
    this.formCount += 1;
    // A form within a form is none, and those that follow are not looked at. HTML §13.2.6.4.7
    if (this.form !== null) return;
    this.#isWithin = true;
    this.form = {
      action: attributes.get('action') ?? '',
      method: attributes.get('method')?.toUpperCase() === 'POST' ? 'POST' : 'GET',
      inputs: this.#inputs,
    };
  }

  #link(address: string): void {
    if (this.refusals.length < maxRefusals && /abort|cancel|deny|decline/i.test(address))
      this.refusals.push(address);
  }

  #input(tag: 'input' | 'button', attributes: Attributes): void {
    if (this.#inputs.length >= maxInputs)
      throw new PlayFailure(`The form on the page has more than ${maxInputs} fields.`);
    const usual = tag === 'button' ? 'submit' : 'text';
    this.#inputs.push({
      name: attributes.get('name') ?? '',
      type: (attributes.get('type') || usual).toLowerCase(),
      value: attributes.get('value') ?? '',
    });
  }
}

/** Gathers the attributes of each tag; of those with one name the first counts. HTML §13.2.5.33 */
function tagsOf(html: string, reader: TagReader): TokenizerCallbacks {
  let tag = '';
  let attributes = new Map<string, string>();
  let name = '';
  let value = '';
  const ended = () => reader.opened(tag, attributes);
  const ignored = () => {};
  return {
    onopentagname(start, end) {
      tag = html.slice(start, end).toLowerCase();
      attributes = new Map();
    },
    onattribname(start, end) {
      name = html.slice(start, end).toLowerCase();
      value = '';
    },
    onattribdata(start, end) {
      value += html.slice(start, end);
    },
    onattribentity(codePoint) {
      value += String.fromCodePoint(codePoint);
    },
    onattribend() {
      if (!attributes.has(name)) attributes.set(name, value);
    },
    onopentagend: ended,
    onselfclosingtag: ended,
    onclosetag: (start, end) => reader.closed(html.slice(start, end).toLowerCase()),
    ontext: ignored,
    ontextentity: ignored,
    oncdata: ignored,
    oncomment: ignored,
    ondeclaration: ignored,
    onprocessinginstruction: ignored,
    onend: ignored,
  };
}
