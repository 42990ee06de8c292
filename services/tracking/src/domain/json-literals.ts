import { type FieldIssue } from '@tributary/errors';

/** The top-level members of a JSON object with their original characters. */
export interface Literals {
  /** The characters of a number or the content of a string; undefined for other or absent members. */
  text(name: string): string | undefined;
  /** Paths of names that are repeated within one object: such a body is ambiguous. */
  readonly repeated: readonly string[];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OBJECT = 0x7b;
const OPENING = new Set([OBJECT, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const COMMA = 0x2c;
const WHITE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** The index after the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** The content of a string's token. */
const unquoted = (token: string): string =>
  token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);

/** The index after the value that begins at `start`, including nested values. */
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

/** An open object or array, with the position in it. */
interface Level {
  /** The names so far; undefined for an array. */
  readonly names: Set<string> | undefined;
  at: string | number;
  expectsName: boolean;
}

/** The open levels of a reader. There is no recursion, because the nesting may be deep. */
function openLevels() {
  const levels: Level[] = [];
  const repeated = new Set<string>();
  return {
    repeated,
    /** Reads a string, which in an object may be a name. */
    readString: (token: string): void => {
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
    nextItem: (): void => {
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
    if (code === QUOTE) levels.readString(json.slice(at, end));
    else if (OPENING.has(code)) levels.open(code === OBJECT);
    else if (CLOSING.has(code)) levels.close();
    else if (code === COMMA) levels.nextItem();
    at = end;
  }
  return [...levels.repeated];
}

/**
 * Reads the members of a JSON object with their original characters: signatures cover the amount's
 * characters (`100.00`), which a parsed number loses.
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

/** One issue for each repeated name. */
export const repeatedNameIssues = ({ repeated }: Literals): FieldIssue[] =>
  repeated.map((path) => ({ path, message: 'Given more than once' }));
