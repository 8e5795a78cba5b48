import { Drawn } from '#renderer/ui/icon.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { Problem } from '#shared/errors/problem.ts';
import { importWords } from '../words.ts';

const words = importWords.imports.file;

/** What can be wrong with a file, by its codes. */
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

/** Whether a problem is one of the file, and not of what is done with it. */
export function isOfFile({ code }: Problem): boolean {
  return fileCodes.includes(code);
}

/** Problems that are listed: a file that is read wrongly has one in each row. */
const mostProblems = 100;

/** Each problem once. */
export function distinctProblems(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.code} ${problem.message}`, problem])).values()];
}

/** What is wrong with the file, a line each: what, why and what to do. */
export function FileProblems({ problems }: { readonly problems: readonly Problem[] }) {
  const all = distinctProblems(problems);
  if (all.length === 0) return null;
  return (
    <ScrollRegion label={words.problems} className="imp-problems">
      <ul>
        {all.slice(0, mostProblems).map(({ code, severity, message, cause, fix }) => (
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
