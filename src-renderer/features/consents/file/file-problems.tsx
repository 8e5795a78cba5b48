import { Drawn } from '#renderer/ui/icon.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { Problem } from '#shared/errors/problem.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.imports.file;

/** The codes of problems in a file itself. */
const fileCodes: readonly string[] = [
  'import.cell-too-large',
  'import.encoding-wrong',
  'import.formula-value',
  'import.header-repeated',
  'import.nul',
  'import.quote-open',
  'import.quote-stray',
  'import.ragged-row',
  'import.source-changed',
  'import.source-empty',
  'import.two-headers',
];

/** True if a problem lies in the file itself, not in how it is used. */
export function isOfFile({ code }: Problem): boolean {
  return fileCodes.includes(code);
}

/** Problems that are listed: a file that is read wrongly has one in each row. */
const maxProblems = 100;

/** Each problem once. */
export function distinctProblems(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.code} ${problem.message}`, problem])).values()];
}

/** The problems in the file, one per line: problem, cause and fix. */
export function FileProblems({ problems }: { readonly problems: readonly Problem[] }) {
  const all = distinctProblems(problems);
  if (all.length === 0) return null;
  return (
    <ScrollRegion label={messages.problems} className="imp-problems">
      <ul>
        {all.slice(0, maxProblems).map(({ code, severity, message, cause, fix }) => (
          <li key={`${code} ${message}`} className={severity === 'error' ? 'failed' : 'warning'}>
            <Drawn name={severity === 'error' ? 'failed' : 'warning'} small />
            <span className="wrap" data-words="data">
              <b>{message}</b> {cause ?? ''} {fix ?? ''}
            </span>
            <span className="ref mono">{code}</span>
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
