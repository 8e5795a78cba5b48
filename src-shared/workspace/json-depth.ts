const quote = 34;
const backslash = 92;

/** True if a JSON text nests lists and objects deeper than the given number of levels; it need not be valid. */
export function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isText) {
      if (code === backslash) index += 1;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === 125 || code === 93) depth -= 1;
  }
  return false;
}
