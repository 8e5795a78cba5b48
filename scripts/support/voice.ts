/** A turn of phrase that the voice guide rules out, and the words to use in its place. */
interface Banned {
  readonly pattern: RegExp;
  readonly use: string;
}

/** Words of the glossary's right-hand column, and turns that read as if translated. docs/contributing/voice.md */
const banned: readonly Banned[] = [
  { pattern: /\banswers?\b(?! questions?)/i, use: 'response, or responds' },
  { pattern: /\brefus(?:e|es|ed|al|als|ing)\b/i, use: 'reject, rejected' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, use: 'fix' },
  { pattern: /\bnobody\b|\bwhoever\b|\bsomebody\b/i, use: 'no one, anyone, or the person by name' },
  { pattern: /\btold apart\b|\btells? apart\b/i, use: 'distinguished, separated' },
  { pattern: /\btaken up\b|\btakes? up\b/i, use: 'started' },
  { pattern: /\btakes? (?:requests|the credentials|its credentials|no requests)\b/i, use: 'accepts' },
  {
    pattern: /\b(?:tokens?|codes?|sessions?) (?:lives?|rolls?)\b|\blives,|\bas long as .* lives?\b/i,
    use: 'expires, rotates',
  },
  { pattern: /\b(?:will )?stands? (?:here|there|in|on|at|beside|between)\b/i, use: 'is' },
  { pattern: /\bloosen\b/i, use: 'clear filters' },
  { pattern: /\bhold\b.*\bto (?:the contract|it|a date|this)\b/i, use: 'check against, pin to' },
  { pattern: /\bof it a\b|\bwhat of\b/i, use: 'which' },
  { pattern: /\banswers? to that\b|\bbrings? (?:it|all of it|them) back\b/i, use: 'no results, restore' },
  { pattern: /\bbegun\b|\bbegan\b/i, use: 'started' },
  { pattern: /\blearnt\b|\bhas to be\b|\bhave to be\b/i, use: 'must be, or an active verb' },
  {
    pattern: /\bwritten otherwise\b|\bone to go to\b|\bon the ground of\b|\bfrom then on\b/i,
    use: 'a plainer turn',
  },
  {
    pattern: /\bworth a look\b|\blook at both\b|\bdoubtful\b|\ba whole token\b|\bshut the gate\b/i,
    use: 'a plainer turn',
  },
  { pattern: /\bmodel product\b|\bwithout a target\b|\bin virtual time\b/i, use: 'a plainer turn' },
  { pattern: /\bas it is (?:loaded|sent|read)\b|\blay in\b|\bthe former\b/i, use: 'a plainer turn' },
  { pattern: /\bthat leads? to\b/i, use: 'that points to, for, at' },
  {
    pattern: /^(?:want|got|nothing|clean every|expected of\b.*)$/i,
    use: 'expected, received, blank, none',
  },
  {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|older\b|later\b)\p{L}/iu,
    use: 'is not a, has no',
  },
  { pattern: /\bthere (?:is|are) no such\b|\bnot one that\b/i, use: 'does not exist' },
  {
    pattern: /\b(?:stands?|lies|lie) (?:for|here|outside|behind|before|below|at|in|on)\b/i,
    use: 'is, contains',
  },
  { pattern: /\bleads? (?:to|out|elsewhere|back)\b/i, use: 'points to, is outside' },
  { pattern: /\b(?:is|are|was|were) told\b|\bheld against\b/i, use: 'receives, is checked against' },
  { pattern: /\banew\b|\bfor ever\b|\bhalf-way\b/i, use: 'again, forever, before the end' },
  { pattern: /\bat hand\b|\bh[ua]ngs? up\b/i, use: 'available, closes the connection' },
  { pattern: /\b(?:is|are|not) taken\b|\bnothing to do\b/i, use: 'accepted, in use, no action needed' },
  { pattern: /\bplease\b|\bsorry\b|\bsimply\b/i, use: 'nothing' },
  { pattern: /!(?:\s|$)/, use: 'a point' },
  { pattern: /\.\.\./, use: '…' },
];

/** Secrets of the state are encrypted; the options of commands and codes that say “seal” are older than the word. */
const bannedInEngine: readonly Banned[] = [
  { pattern: /\b(?:un)?seal(?:s|ed|ing)?\b/i, use: 'encrypt, encrypted' },
  { pattern: /\broll(?:s|ed|ing)? (?!back)/i, use: 'rotate' },
];

const maxSentenceWords = 25;
const maxHelpWords = 20;
const maxLabelWords = 4;

/** Says how a text departs from the voice guide: one line for each fault. */
export function voiceFaults(text: string): readonly string[] {
  return faultsBy(banned, text);
}

/** The same for a text of a catalogue: labels are short, and so are lines of help, whose names say that they are one. */
export function catalogueFaults(path: string, text: string, isLabel = false): readonly string[] {
  const count = wordsOf(text.replaceAll(/\bN\b/g, ''));
  if (isLabel && count > maxLabelWords) return [...voiceFaults(text), `${count} words on a label`];
  const isLong = /help/i.test(path) && count > maxHelpWords;
  return isLong ? [...voiceFaults(text), `${count} words of help`] : voiceFaults(text);
}

/** The same for a text of the engine, which has its own words for secrets and tokens. */
export function engineVoiceFaults(text: string): readonly string[] {
  return faultsBy([...banned, ...bannedInEngine], text);
}

function faultsBy(turnsOut: readonly Banned[], text: string): readonly string[] {
  const turns = turnsOut.flatMap(({ pattern, use }) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`“${found.trim()}”: ${use}`];
  });
  const long = sentencesOf(text).filter((sentence) => wordsOf(sentence) > maxSentenceWords);
  return [
    ...turns,
    ...long.map((sentence) => `${wordsOf(sentence)} words in a sentence: “${sentence.slice(0, 40)}…”`),
  ];
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.?:;])\s+/);
}

function wordsOf(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word)).length;
}
