// Holds every regular expression of the sources against a table of those that are known to be linear. A new one is looked
// at; with -u the table takes it up and forgets those that are gone. Exit code 1 where one is not linear and nothing bounds it.
import { faultOf } from './support/patterns/check-pattern.ts';
import { builders, patternLiterals } from './support/patterns/literals.ts';
import { readTable, writeTable } from './support/patterns/table.ts';

const isUpdate = process.argv.includes('-u');
const table = readTable();
const literals = patternLiterals();
const known = new Set([...table.linear, ...Object.keys(table.bounded)]);
const found = new Set(literals.map(({ text }) => text));
const problems: string[] = [];
const linear = table.linear.filter((text) => found.has(text));

for (const { text, source, flags, location } of literals.filter((literal) => !known.has(literal.text))) {
  const fault = faultOf(source, flags);
  if (fault === null) linear.push(text);
  if (fault !== null)
    problems.push(
      `${location}: ${text}: ${fault}. Write it so that no two repeats can take the same text, or bound the text and name the bound in test/architecture/patterns.json.`,
    );
  else if (!isUpdate)
    problems.push(`${location}: ${text} is new. It is linear: node scripts/patterns.ts -u takes it up.`);
}
for (const text of known)
  if (!found.has(text) && (!isUpdate || !table.linear.includes(text)))
    problems.push(`test/architecture/patterns.json: ${text} is in no source any more.`);
const built = builders();
for (const path of built)
  if (table.built[path] === undefined)
    problems.push(
      `${path} puts a regular expression together: say in test/architecture/patterns.json why that does no harm.`,
    );
for (const path of Object.keys(table.built))
  if (!built.includes(path))
    problems.push(`test/architecture/patterns.json: ${path} puts no expression together.`);

if (isUpdate) writeTable({ ...table, linear });
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${literals.length} regular expressions, ${Object.keys(table.bounded).length} of them bounded.\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
