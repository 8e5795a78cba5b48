import { assertNever } from '#shared/errors/index.ts';
import { toBinaryText } from '#shared/flows/binary.ts';
import type { BrowseStep, Capture, MakeStep, ScriptStep, SendStep } from '#shared/flows/script.ts';
import { shellComment, shellQuote, shellWord } from '#shared/shell/shell-word.ts';
import { visible } from '#shared/text/visible.ts';
import { curlCall, requestTarget, templateText } from './shell-request.ts';
import type { ShellValues } from './shell-values.ts';

/** A step of a script in a shell: commands, and the comment before them. */
export interface ShellStep {
  readonly comment: string;
  readonly commands: string;
}

/** A step of a run for the shell; `number` counts the steps and names the files in which its answer is kept. */
export function shellStep(step: ScriptStep, number: number, values: ShellValues): ShellStep {
  switch (step.act) {
    case 'send':
      return sendStep(step, number, values);
    case 'browse':
      return browseStep(step, number, values);
    case 'make':
      return makeStep(step, values);
    case 'wait':
      return { comment: `Wait ${step.seconds} s.`, commands: `sleep ${Math.ceil(step.seconds)}` };
    case 'observe':
      return {
        comment: `${step.method} ${step.path} is sent between the servers. No action needed.`,
        commands: '',
      };
    case 'operate': {
      const subject = templateText(step.subject, values, 'text') ?? [];
      return {
        comment: step.remark,
        commands: `by_hand ${shellWord([{ bytes: `At the server: ${step.operation.replaceAll('-', ' ')} ` }, ...subject])}`,
      };
    }
    default:
      return assertNever(step);
  }
}

function sendStep(step: SendStep, number: number, values: ShellValues): ShellStep {
  const { request, remark, times } = step;
  const comment = `${request.method} ${request.path}${remark === '' ? '' : `, ${remark}`}`;
  if (request.raw !== undefined)
    return {
      comment: `${comment}: the request is defined byte by byte, and curl would normalize it. Send it from Gatehouse.`,
      commands: '',
    };
  const call = curlCall(request, values, { file: String(number), browser: step.browser });
  const repeated =
    times === 1
      ? call
      : `  turn=0\n  while [ "$turn" -lt ${times} ]; do\n  turn=$((turn + 1))\n${call}\n  done`;
  const file = `$work/${number}`;
  const lines = [
    `step_${number}() {`,
    repeated,
    `  status=$(last_status "${file}.head")`,
    `  printf '%s\\n' ${shellWord([{ bytes: toBinaryText(visible(`${number} ${comment}: `)) }, { expression: '$status' }])}`,
    ...(step.reading === 'success' || step.reading === 'tokens'
      ? [
          '  case $status in',
          '    2*) ;;',
          `    *) cat "${file}.body" >&2; fail ${shellQuote(`Step ${number} was rejected.`)} ;;`,
          '  esac',
        ]
      : []),
    '}',
    `step_${number}`,
    ...readings(step, file, values),
  ];
  return { comment, commands: lines.join('\n') };
}

/** The values that an answer gives, as assignments. */
function readings(step: SendStep, file: string, values: ShellValues): readonly string[] {
  const { prefix, reading, captures } = step;
  const assign = (name: string, expression: string) => `${values.give(prefix + name)}=$(${expression})`;
  const address = `"$(header_value location "${file}.head")"`;
  const taken = captures.flatMap((capture) => {
    const expression = captureExpression(capture, file, address);
    return expression === null
      ? [shellComment(`A shell cannot read ${capture.name}. Set ${values.variable(prefix + capture.name)}.`)]
      : [assign(capture.name, expression)];
  });
  switch (reading) {
    case 'any':
    case 'success':
      return taken;
    case 'tokens':
      return [
        ...taken,
        ...['access_token', 'refresh_token', 'id_token'].map((name) =>
          assign(name, `json_member ${name} "${file}.body"`),
        ),
        `[ -n "$${values.variable(`${prefix}access_token`)}" ] || fail 'The response has no access_token.'`,
      ];
    case 'page':
      return [
        ...taken,
        ...['csrf', 'txn'].map((name) => assign(`form.${name}`, `hidden_input ${name} "${file}.body"`)),
      ];
    case 'callback':
      return [
        ...taken,
        ...['code', 'access_token', 'id_token'].map((name) =>
          assign(name, `address_value ${name} ${address}`),
        ),
      ];
    case 'challenge':
    case 'scoped':
    case 'resource-metadata':
    case 'server-metadata':
      return [
        ...taken,
        shellComment('Its values are those of the run: a shell does not read this response.'),
      ];
    case 'registration':
      return [
        ...taken,
        ...['client_id', 'registration_access_token', 'registration_client_uri'].map((name) =>
          assign(name, `json_member ${name} "${file}.body"`),
        ),
      ];
    default:
      return assertNever(reading);
  }
}

function captureExpression({ from, of }: Capture, file: string, address: string): string | null {
  // A name with a character that sed would read is not looked for.
  if (from !== 'status' && !/^[A-Za-z0-9_.-]+$/.test(of)) return null;
  switch (from) {
    case 'json':
      return `json_member ${of} "${file}.body"`;
    case 'header':
      return `header_value ${of} "${file}.head"`;
    case 'status':
      return 'printf %s "$status"';
    case 'location-query':
    case 'location-fragment':
      return `address_value ${of} ${address}`;
    case 'body':
      return null;
    default:
      return assertNever(from);
  }
}

function browseStep(step: BrowseStep, number: number, values: ShellValues): ShellStep {
  const { request, prefix, isStateChecked } = step;
  const origin = templateText(request.origin, values, 'text') ?? [];
  const url = shellWord([...origin, ...requestTarget(request, values).text]);
  const callback = values.give(`callback_${number}`);
  const assign = (name: string) => {
    const variable = values.give(prefix + name);
    return `${variable}=\${${variable}-$(address_value ${name} "$${callback}")}`;
  };
  const state = values.variable('state');
  const lines = [
    // A user who signs in elsewhere can give the address at once.
    `if [ -z "\${${callback}-}" ]; then`,
    `  printf 'Open this URL and sign in:\\n%s\\nPaste the final URL of the browser: ' ${url} >&2`,
    `  read -r ${callback}`,
    'fi',
    ...['code', 'access_token', 'id_token'].map(assign),
    ...(isStateChecked && values.has('state')
      ? [
          `[ "$(address_value state "$${callback}")" = "$${state}" ] || fail 'The response has another state.'`,
        ]
      : []),
  ];
  return { comment: 'The browser signs in', commands: lines.join('\n') };
}

function makeStep({ as, maker, options, remark }: MakeStep, values: ShellValues): ShellStep {
  const comment = remark === '' ? `Make ${as}` : `Make ${as}, ${remark}`;
  if (maker === 'random') {
    const bytes = typeof options['bytes'] === 'number' ? options['bytes'] : 16;
    const variable = values.give(as);
    return { comment, commands: `${variable}=\${${variable}-$(random_text ${bytes})}` };
  }
  if (maker === 'text' && typeof options['text'] === 'string') {
    const text = templateText(options['text'], values, 'text') ?? [];
    return { comment, commands: `${values.give(as)}=${shellWord(text)}` };
  }
  return { comment: `${comment}: Gatehouse signs this value. Pass it to the script.`, commands: '' };
}
