import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Position of the value of an attribute in a page. */
interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * Masks the values of fields with secret names in a page. Its tags are read one after another: the time grows
 * with the length of the page, whatever its content.
 */
export function maskInputs(html: string, mask: string, isSecret: (name: string) => boolean): string {
  const pieces: string[] = [];
  let done = 0;
  const field = (name: string, value: Place) => {
    if (value.to === value.from || !isSecret(name)) return;
    pieces.push(html.slice(done, value.from), mask);
    done = value.to;
  };
  const tokenizer = new Tokenizer({ decodeEntities: false }, fieldsOf(html, field));
  tokenizer.write(html);
  tokenizer.end();
  return pieces.join('') + html.slice(done);
}

function fieldsOf(html: string, field: (name: string, value: Place) => void): TokenizerCallbacks {
  let isInput = false;
  let attribute = '';
  let text: Place | null = null;
  let name: string | null = null;
  let value: Place | null = null;
  const ended = () => {
    if (isInput && name !== null && value !== null) field(name, value);
  };
  const ignored = () => {};
  return {
    onopentagname(start, end) {
      isInput = html.slice(start, end).toLowerCase() === 'input';
      name = null;
      value = null;
    },
    onattribname(start, end) {
      attribute = html.slice(start, end).toLowerCase();
      text = null;
    },
    onattribdata(from, to) {
      text = { from: text?.from ?? from, to };
    },
    onattribentity: ignored,
    onattribend() {
      if (text === null) return;
      if (attribute === 'name') name ??= html.slice(text.from, text.to);
      if (attribute === 'value') value ??= text;
    },
    onopentagend: ended,
    onselfclosingtag: ended,
    onclosetag: ignored,
    ontext: ignored,
    ontextentity: ignored,
    oncdata: ignored,
    oncomment: ignored,
    ondeclaration: ignored,
    onprocessinginstruction: ignored,
    onend: ignored,
  };
}
