import { LineSplitter, tooLongText } from '../lines.ts';
import type { LogFormat, RowSink } from '../sink.ts';
import { timeMillis } from '../times.ts';
import { type Token, tokensOf } from './tokens.ts';

const begin = ['start_time', 'request', 'response_code', 'response_flags'];
/** Further words that a service mesh writes there. */
const details = ['response_code_details', 'connection_termination_details', 'failure_reason'];
const end = [
  'bytes_received',
  'bytes_sent',
  'duration',
  'service_time',
  'http_x_forwarded_for',
  'http_user_agent',
  'http_x_request_id',
  'authority',
  'upstream_host',
];
/** A service mesh writes further words behind; the one at this place is taken if it is an address. */
const remoteName = 'downstream_remote_address';
const remotePlace = 3;
const plainNames = [...begin, ...end];
const detailedNames = [...begin, ...details, ...end];
const meshNames = [...plainNames, remoteName];
const detailedMeshNames = [...detailedNames, remoteName];
const addressLike = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

function namesOf(tokens: readonly Token[]): readonly string[] | null {
  if (tokens[0]?.kind !== 'bracketed' || tokens[1]?.kind !== 'quoted') return null;
  const hasNumber = /^\d+$/.test(tokens[4]?.text ?? '');
  const names = hasNumber ? plainNames : detailedNames;
  return tokens.length >= names.length - 1 ? names : null;
}

/** Envoy's default access log, and that of a service mesh with more details. */
export const envoy: LogFormat = {
  isLike({ lines }) {
    const [first] = lines;
    const tokens = first === undefined ? null : tokensOf(first);
    return (
      tokens !== null && namesOf(tokens) !== null && timeMillis(tokens[0]?.text ?? '', 'start_time') !== null
    );
  },
  reader(sink) {
    const splitter = new LineSplitter(
      (line, number) => takeLine(sink, line, number),
      (number) => sink.leaveOut(number, tooLongText),
    );
    return { push: (text) => splitter.push(text), finish: () => splitter.finish() };
  },
};

function takeLine(sink: RowSink, line: string, number: number): void {
  if (line.trim() === '') return;
  const tokens = tokensOf(line);
  const names = tokens === null ? null : namesOf(tokens);
  if (tokens === null || names === null)
    return sink.leaveOut(number, 'The line is not in Envoy’s access log format.');
  const remote = tokens[names.length + remotePlace]?.text ?? '';
  const values = tokens.slice(0, names.length).map(({ text }) => text);
  if (addressLike.test(remote))
    sink.add(names === plainNames ? meshNames : detailedMeshNames, [...values, remote], number);
  else sink.add(names, values, number);
}
