/** Texts that depart from the voice guide, by file and key, or by module and first characters, each with its reason. */
export const voiceExceptions: Readonly<Record<string, string>> = {
  'home/home.tasks.own': 'the id of a task, which is not shown',
  'src-main/hosts/headless/command-reference/completions.ts/# fish completion for gatehouse\nfunction':
    'a program',
  'src-main/hosts/headless/commands/simulate.ts/what must hold, for example "refused < 1':
    'assertions are written so',
  'src-main/services/attacks/pure/credentials.ts/{{\'{"alg":"RS256"}\'|base64url}}.{{\'{"iss':
    'the signature of a token that is forged',
  'src-main/services/throttle/pure/import/collector.ts/To keep them, clear the checkboxes in th':
    'the name of an option',
  'src-main/services/throttle/pure/simulation/assertion.ts/Use the form <measure> <operator> <value':
    'assertions are written so',
  'src-shared/expressions/lexer.ts/Put text in quotes. Valid operators: + -': '“!” is an operator',
};
