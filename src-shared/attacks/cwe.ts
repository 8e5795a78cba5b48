/** The names of weaknesses by their numbers in the Common Weakness Enumeration, such as `CWE-352`. */
export function cweNames(numbers: readonly number[]): readonly string[] {
  return numbers.map((number) => `CWE-${number}`);
}
