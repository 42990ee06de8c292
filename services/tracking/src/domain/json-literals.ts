import { type FieldIssue } from '@tributary/errors';

/** A top-level member's value: the characters of a number, the content of a string. */
export interface Literals {
  /** The signed characters of a member; undefined where it is absent or neither number nor string. */
  text(name: string): string | undefined;
  /** Paths of names that stand more than once in one object; which one counts would be anybody's guess. */
  readonly repeated: readonly string[];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OBJECT = 0x7b;
const OPENING = new Set([OBJECT, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const COMMA = 0x2c;
const WHITE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** The index after a string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** The characters that a string's token stands for. */
const unquoted = (token: string): string =>
  token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);

/** The index after a value that begins at `start`, whatever is nested in it. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(json, at);
      continue;
    }
    if (CLOSING.has(code) && depth === 0) break;
    if (code === COMMA && depth === 0) break;
    if (OPENING.has(code)) depth += 1;
    if (CLOSING.has(code)) depth -= 1;
    at += 1;
  }
  return at;
}

const skipWhite = (json: string, start: number): number => {
  let at = start;
  while (WHITE.has(json.charCodeAt(at))) at += 1;
  return at;
};

function* members(json: string): Generator<[name: string, token: string]> {
  let at = skipWhite(json, skipWhite(json, 0) + 1);
  while (json.charCodeAt(at) === QUOTE) {
    const nameEnd = endOfString(json, at);
    const name = unquoted(json.slice(at, nameEnd));
    const valueStart = skipWhite(json, skipWhite(json, nameEnd) + 1);
    const valueEnd = endOfValue(json, valueStart);
    yield [name, json.slice(valueStart, valueEnd).trimEnd()];
    at = skipWhite(json, valueEnd);
    if (json.charCodeAt(at) === COMMA) at = skipWhite(json, at + 1);
  }
}

/** An object or array that is being read, and where in it. */
interface Level {
  /** Of an object: the names so far. */
  readonly names: Set<string> | undefined;
  at: string | number;
  expectsName: boolean;
}

/** Where in the text a reader is, level by level; no recursion, however deep it is nested. */
function openLevels() {
  const levels: Level[] = [];
  const repeated = new Set<string>();
  return {
    repeated,
    /** Takes a string, which in an object may be a name. */
    takeString: (token: string): void => {
      const level = levels.at(-1);
      if (level?.names === undefined || !level.expectsName) return;
      level.at = unquoted(token);
      level.expectsName = false;
      if (level.names.has(level.at)) repeated.add(levels.map(({ at }) => at).join('.'));
      level.names.add(level.at);
    },
    open: (isObject: boolean): void => {
      levels.push({ names: isObject ? new Set() : undefined, at: 0, expectsName: isObject });
    },
    close: (): void => {
      levels.pop();
    },
    goOn: (): void => {
      const level = levels.at(-1);
      if (level === undefined) return;
      if (typeof level.at === 'number') level.at += 1;
      level.expectsName = level.names !== undefined;
    },
  };
}

function repeatedPaths(json: string): string[] {
  const levels = openLevels();
  let at = 0;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    const end = code === QUOTE ? endOfString(json, at) : at + 1;
    if (code === QUOTE) levels.takeString(json.slice(at, end));
    else if (OPENING.has(code)) levels.open(code === OBJECT);
    else if (CLOSING.has(code)) levels.close();
    else if (code === COMMA) levels.goOn();
    at = end;
  }
  return [...levels.repeated];
}

/**
 * Reads the members of a JSON object as they stand in its text, because what is signed is the amount's
 * characters (`100.00`), of which a parsed number keeps nothing.
 * @param json text that JSON.parse has accepted as an object
 */
export function readLiterals(json: string): Literals {
  const tokens = new Map(members(json));
  return {
    repeated: repeatedPaths(json),
    text: (name) => {
      const token = tokens.get(name) ?? '';
      if (token.startsWith('"')) return unquoted(token);
      return /^[-\d]/.test(token) ? token : undefined;
    },
  };
}

/** One issue per name that stands twice. */
export const repeatedNameIssues = ({ repeated }: Literals): FieldIssue[] =>
  repeated.map((path) => ({ path, message: 'Given more than once' }));
