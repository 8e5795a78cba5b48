/** Texts that depart from the voice guide, by file and key, or by module and first characters, each with its reason. */
export const voiceExceptions: Readonly<Record<string, string>> = {
  'home/home.tasks.own': 'the id of a task, which is not shown',
  'src-main/hosts/headless/command-reference/completions.ts/# fish completion for gatehouse\nfunction':
    'a program',
  'src-main/hosts/headless/commands/simulate.ts/what must hold, for example "refused < 1':
    'assertions are written so',
  'src-shared/expressions/lexer.ts/Put text in quotes. Valid operators: + -': '“!” is an operator',
};
