import { toBinaryText } from '#shared/flows/binary.ts';
import { parseTemplate, type TemplateBinding } from '#shared/flows/template.ts';
import { type ShellPart, shellQuote, withinQuotes } from '#shared/shell/shell-word.ts';

/** A value that the run had from the start. */
export interface KnownValue {
  readonly value: string;
  readonly isSecret: boolean;
}

/** Pipes that a shell can do, as functions of the script. */
const shellPipes: Readonly<Record<string, string>> = {
  form: 'form_encode',
  percent: 'percent_encode',
  base64: 'base64_encode',
  base64url: 'base64url_encode',
  s256: 's256',
  upper: 'upper_case',
  lower: 'lower_case',
};

/** Names that mean something to the shell or to the programs that it runs. */
const taken =
  /^(?:PATH|HOME|IFS|ENV|PWD|OLDPWD|SHELL|USER|LOGNAME|TERM|TMPDIR|OPTARG|OPTIND|PS[124]|PPID|LINENO|LANG|LC_.*|CURL_.*|SSL.*|.*_PROXY|NETRC)$/;

/** The variables of a script: the values of the run that they represent, and their sources. */
export class ShellValues {
  readonly #known: ReadonlyMap<string, KnownValue>;
  /** Names that an earlier step of the script gives. */
  readonly #given = new Set<string>();
  readonly #variables = new Map<string, string>();
  readonly #constants = new Map<string, string>();
  readonly #required = new Map<string, string>();

  constructor(known: ReadonlyMap<string, KnownValue>) {
    this.#known = known;
  }

  /** The variable of a value of the run; two values never share one. */
  variable(name: string): string {
    const found = this.#variables.get(name);
    if (found !== undefined) return found;
    const plain = name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
    const safe = taken.test(plain) || !/^[A-Z]/.test(plain) ? `VALUE_${plain}` : plain;
    const others = new Set(this.#variables.values());
    let variable = safe;
    for (let number = 2; others.has(variable); number += 1) variable = `${safe}_${number}`;
    this.#variables.set(name, variable);
    return variable;
  }

  /** The script itself finds this value from here on. */
  give(name: string): string {
    this.#given.add(name);
    return this.variable(name);
  }

  /** Returns true if there is a value that an optional binding can take. */
  has(name: string): boolean {
    return this.#given.has(name) || (this.#known.get(name)?.value ?? '') !== '';
  }

  /** A bound value as the shell expands it; null where an optional one is missing. */
  bound(binding: TemplateBinding, encoding: 'form' | null): ShellPart | null {
    const { name, literal, isOptional, pipes } = binding;
    if (isOptional && (name === null ? literal === '' : !this.has(name))) return null;
    const names = [...pipes.map((pipe) => pipe.name), ...(encoding === null ? [] : [encoding])];
    const functions = names.flatMap((pipe) => shellPipes[pipe] ?? []);
    if (functions.length < names.length) {
      // Only Gatehouse can create it: the person who runs the script has to provide it.
      const whole = `${name ?? 'text'} ${pipes.map((pipe) => `${pipe.name} ${pipe.argument}`.trim()).join(' ')}`;
      return {
        expression: `\${${this.#require(whole, `the value that Gatehouse creates from ${binding.text}`)}}`,
      };
    }
    const start = name === null ? shellQuote(literal) : `"$${this.#use(name)}"`;
    const expression = functions.reduce((inner, call) => `"$(${call} ${inner})"`, start);
    // The word puts the quotes around it.
    return name === null && functions.length === 0
      ? { bytes: toBinaryText(literal) }
      : { expression: expression.slice(1, -1) };
  }

  /** Returns true if every optional binding of a template has a value. */
  isComplete(template: string): boolean {
    return parseTemplate(template).every(
      (part) => typeof part === 'string' || !part.isOptional || part.name === null || this.has(part.name),
    );
  }

  /** The head of the script: its required inputs, and its known values. */
  declarations(): readonly string[] {
    return [
      ...[...this.#required].map(([variable, what]) => `: "\${${variable}:?set it to ${what}}"`),
      ...[...this.#constants].map(([variable, text]) => `${variable}=\${${variable}-${text}}`),
    ];
  }

  /** Names of the environment variables without which the script does not begin. */
  required(): readonly string[] {
    return [...this.#required.keys()];
  }

  #use(name: string): string {
    const variable = this.variable(name);
    if (this.#given.has(name)) return variable;
    const prefix = /^(.*\.)?basic_credentials$/.exec(name);
    if (prefix !== null && !this.#known.has(name)) return this.#basicCredentials(name, prefix[1] ?? '');
    const known = this.#known.get(name);
    if (known === undefined || known.isSecret)
      return this.#require(name, `the ${name.replace(/[_.]/g, ' ')}`);
    this.#constants.set(variable, `'${withinQuotes(known.value)}'`);
    return variable;
  }

  /**
   * Returns the credentials of a client, id and secret: made by the script, so that it holds neither. RFC 6749 §2.3.1
   */
  #basicCredentials(name: string, prefix: string): string {
    const [id, secret] = [this.#use(`${prefix}client_id`), this.#use(`${prefix}client_secret`)];
    const variable = this.variable(name);
    const pair = `$(form_encode "$${id}"):$(form_encode "$${secret}")`;
    this.#constants.set(variable, `$(base64_encode "${pair}")`);
    return variable;
  }

  #require(name: string, what: string): string {
    const variable = this.variable(name);
    this.#required.set(variable, what.replace(/[^A-Za-z0-9 ,_-]/g, ' '));
    return variable;
  }
}
