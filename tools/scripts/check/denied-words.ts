/** Words that code and texts avoid because they mean something to us only, each with what to write instead. */
export const deniedWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'request, query, call': ['ask', 'asks', 'asked', 'asking'],
    'notify, publish, return, report': ['tell', 'tells', 'told', 'telling', 'tellings', 'untold'],
    'consume, receive': ['hear', 'hears', 'heard'],
    'state, report, return': ['says', 'said'],
    'check, read, find': ['looked'],
    queue: ['lane', 'lanes'],
    request: ['wish', 'wishes', 'wished'],
    'notify, wake': ['poke', 'pokes', 'poked', 'bell', 'nudge', 'nudges', 'nudged'],
    'a standard term for the group or the load': ['crowd', 'crowds', 'rush', 'trickle'],
    'wait, stay': ['linger', 'lingers', 'lingering'],
    'release, hand over': ['unhand', 'unhanded'],
    'anyone who, the caller': ['whoever'],
  }).flatMap(([instead, words]) => words.map((word) => [word, instead] as const)),
);

/** The words of a text, identifiers taken apart: `askAgain` is ask and again. */
export function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

export interface DeniedWord {
  /** From 1. */
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

/** Every denied word of a text with its line. */
export function findDeniedWords(text: string): DeniedWord[] {
  return text.split('\n').flatMap((content, index) =>
    wordsOf(content).flatMap((word) => {
      const instead = deniedWords.get(word);
      return instead === undefined ? [] : [{ line: index + 1, word, instead }];
    }),
  );
}
