/** Characters of a variable that are filled in. */
const maxValue = 100_000;
/** Characters of a loop in which names are looked for before it is read, and loops within each other. */
const maxLoop = 20_000;
const maxLoops = 20;
const maxFrames = 500;
/** Characters between the brackets behind a name. */
const maxIndex = 200;

/** A part of a script that may be skipped, repeated, called later, or run apart. */
type FrameKind = 'branch' | 'loop' | 'list' | 'function' | 'group' | 'apart';

interface Frame {
  readonly kind: FrameKind;
  /** The values from before, of all variables that are set in it. */
  readonly before: Map<string, string | undefined>;
  /** Variables that have another value at the end of one of its branches. */
  readonly changed: Set<string>;
  /** Variables of a function. */
  readonly own: Set<string>;
}

const assignment = /^([A-Za-z_]\w*)(\[[^\]]{0,200}\])?(\+?)=(.*)$/s;
const variable = /^[A-Za-z_]\w*$/;
const declaring = /^(?:export|local|readonly|declare|typeset)$/;
/** Words of the shell behind which a command stands. */
const keywords = /^(?:if|then|elif|else|fi|while|until|do|done|esac|time|\{)$/;
/** Commands that give variables values which are only known when they run. */
const setting = /^(?:read|mapfile|readarray|unset|getopts|let)$/;
const closing: Readonly<Record<string, FrameKind>> = { fi: 'branch', esac: 'branch', done: 'loop' };

/** The variables of a shell script where it is read, with the values that are sure there. */
export class ShellVariables {
  readonly #text: string;
  readonly #values = new Map<string, string>();
  readonly #frames: Frame[] = [];
  /** True behind more parts within each other than are followed. */
  #isLost = false;
  /** How often each name is set anywhere; null: that was not needed yet. */
  #times: ReadonlyMap<string, number> | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** The value of a variable; undefined: it is only known when the script runs. */
  valueOf(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined || this.#isLost) return undefined;
    const around = this.#frames.findLastIndex(({ kind }) => kind === 'function');
    const isOwn = around < 0 || this.#frames.slice(around).some(({ before }) => before.has(name));
    // When a function is called, what is set again elsewhere may have another value.
    return isOwn || this.#timesOf(name) < 2 ? value : undefined;
  }

  /** undefined: the value is only known when the script runs. */
  set(name: string, value: string | undefined): void {
    const frame = this.#frames.at(-1);
    if (frame !== undefined && !frame.before.has(name)) frame.before.set(name, this.#values.get(name));
    if (value === undefined || value.length > maxValue) this.#values.delete(name);
    else this.#values.set(name, value);
  }

  enter(kind: FrameKind): void {
    this.#isLost ||= this.#frames.length >= maxFrames;
    if (this.#isLost) return;
    this.#frames.push({ kind, before: new Map(), changed: new Set(), own: new Set() });
  }

  /** Commands that run where the one before them says so. */
  enterList(): void {
    if (this.#frames.at(-1)?.kind !== 'list') this.enter('list');
  }

  /** Ends the innermost part where it is of this kind. */
  leave(...kinds: readonly FrameKind[]): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined || !kinds.includes(frame.kind)) return;
    this.#frames.pop();
    const { kind, before, changed, own } = frame;
    for (const [name, value] of before) {
      const isSame = this.#values.get(name) === value && !changed.has(name);
      const isBack = isSame || kind === 'apart' || own.has(name);
      const now = this.#values.get(name);
      // The part around it has set it as well.
      this.#restore(name, value);
      if (!isBack) this.set(name, kind === 'group' ? now : undefined);
    }
  }

  /** Another branch begins, with the values from before the first one. */
  branch(): void {
    const frame = this.#frames.at(-1);
    if (frame?.kind !== 'branch') return;
    for (const [name, value] of frame.before) {
      if (this.#values.get(name) !== value) frame.changed.add(name);
      this.#restore(name, value);
    }
  }

  /** Follows a word of the shell itself, `at` behind it; true: a command may stand behind it. */
  keyword(word: string, at: number): boolean {
    if (Object.hasOwn(closing, word)) this.leave(closing[word] ?? 'branch');
    else if (word === 'else' || word === 'elif') this.branch();
    else if (word === '{') this.enter('group');
    else if (word === 'if') this.enter('branch');
    else if (word === 'while' || word === 'until') this.#enterLoop(at);
    return keywords.test(word);
  }

  /** Does what a command does to variables; `at`: the place behind it. */
  run(words: readonly string[], at: number): void {
    const rest = words.slice(words.findIndex((word) => !keywords.test(word)));
    const [name = '', variableName] = rest;
    if (name === 'case') return this.enter('branch');
    if (name === 'for' || name === 'select') {
      this.#enterLoop(at);
      return this.set(variableName ?? '', undefined);
    }
    const first = rest.findIndex((word) => !assignment.test(word));
    if (first < 0) for (const word of rest) this.#assign(word);
    // Before a command a value is for that alone.
    else this.#call(rest[first] ?? '', rest.slice(first + 1));
  }

  /** Where commands are repeated, variables have the values that they get below. */
  #enterLoop(at: number): void {
    this.enter('loop');
    for (const name of this.#setInLoop(at)) this.set(name, undefined);
  }

  #call(name: string, words: readonly string[]): void {
    if (declaring.test(name)) this.#declare(name, words);
    else if (name === 'printf' && words[0] === '-v') this.set(words[1] ?? '', undefined);
    else if (/^(?:source|\.|eval)$/.test(name)) this.#forget();
    else if (setting.test(name))
      for (const word of words) this.set(/^[A-Za-z_]\w*/.exec(word)?.[0] ?? '', undefined);
  }

  #declare(keyword: string, words: readonly string[]): void {
    const around = this.#frames.findLast(({ kind }) => kind === 'function');
    const isOwn = around !== undefined && /^(?:local|declare|typeset)$/.test(keyword);
    for (const word of words) {
      const name = assignment.exec(word)?.[1] ?? word;
      if (!variable.test(name)) continue;
      if (isOwn) {
        if (!around.before.has(name)) around.before.set(name, this.#values.get(name));
        around.own.add(name);
      }
      if (name !== word) this.#assign(word);
      else if (isOwn) this.set(name, undefined);
    }
  }

  #assign(word: string): void {
    const [, name = '', index, plus, value = ''] = assignment.exec(word) ?? [];
    const before = this.#values.get(name);
    if (index !== undefined || (plus === '+' && before === undefined)) this.set(name, undefined);
    else this.set(name, plus === '+' ? `${before}${value}` : value);
  }

  /** A script that is read elsewhere may set anything. */
  #forget(): void {
    for (const name of this.#values.keys()) this.set(name, undefined);
  }

  #restore(name: string, value: string | undefined): void {
    if (value === undefined) this.#values.delete(name);
    else this.#values.set(name, value);
  }

  /** The names that are set between here and the end of the loop that begins here; all where that is far away. */
  #setInLoop(at: number): readonly string[] {
    const names = new Set<string>();
    const isNear = this.#frames.filter(({ kind }) => kind === 'loop').length <= maxLoops;
    const text = isNear ? this.#text.slice(at, at + maxLoop) : '';
    let depth = 0;
    for (const { name, isSet } of namesIn(text)) {
      if (isSet) names.add(name);
      else if (name === 'do') depth += 1;
      else if (name === 'done') depth -= 1;
      if (name === 'done' && depth === 0) return [...names].filter((each) => this.#values.has(each));
    }
    return [...this.#values.keys()];
  }

  #timesOf(name: string): number {
    this.#times ??= timesOf(this.#text);
    return this.#times.get(name) ?? 0;
  }
}

/** How often each name is set, or stands on the line of a command that sets names. */
function timesOf(text: string): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  let end = -1;
  for (const { name, at, isSet } of namesIn(text)) {
    if (isSet || at < end) times.set(name, (times.get(name) ?? 0) + 1);
    else if (setting.test(name) || name === 'for' || name === 'select') end = endOfLine(text, at);
  }
  return times;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** The names in a text, and if a value stands behind them: `a=`, `a+=`, `a[0]=`. */
function* namesIn(
  text: string,
): Generator<{ readonly name: string; readonly at: number; readonly isSet: boolean }> {
  for (const { 0: name, index: at } of text.matchAll(/[A-Za-z_]\w*/g)) {
    let end = at + name.length;
    if (text[end] === '[') {
      const close = text.slice(end, end + maxIndex).indexOf(']');
      end += close < 0 ? 0 : close + 1;
    }
    yield { name, at, isSet: text[end] === '=' || text.startsWith('+=', end) };
  }
}
