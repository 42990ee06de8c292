/** Repeats within this time are counted, not shown: a stopped engine makes thousands. */
const QUIET_MS = 5000;

interface LogLine {
  readonly level: string;
  readonly message: string;
}

/**
 * Shows a process's warnings and errors, after its name; the rest is in its log file. The same message
 * is shown once in five seconds.
 */
export function createTerminalLog(
  print: (line: string) => void,
  now: () => number = Date.now,
): (process: string, line: string) => void {
  const shown = new Map<string, number>();
  return (process, line) => {
    const entry = readLogLine(line);
    if (entry === undefined) return;
    const key = `${process} ${entry.message}`;
    const last = shown.get(key);
    if (last !== undefined && now() - last < QUIET_MS) return;
    if (shown.size > 1000) shown.clear();
    shown.set(key, now());
    print(`[${process}] ${entry.level}: ${entry.message}`);
  };
}

/** Undefined for lines that are not shown. */
function readLogLine(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return readPlainLine(line);
  try {
    const entry = JSON.parse(line) as Record<string, unknown>;
    const level = String(entry['level']);
    if (!['warn', 'error', 'fatal', '40', '50', '60'].includes(level)) return undefined;
    const error = entry['err'] ?? entry['error'];
    const cause = textOf((error as { message?: unknown } | undefined)?.message);
    const message = textOf(entry['msg']);
    const both = cause === '' || cause === message ? message : `${message}: ${cause}`;
    return { level: NAMES[level] ?? level, message: both.slice(0, 300) };
  } catch {
    return undefined;
  }
}

const NAMES: Readonly<Record<string, string>> = { '40': 'warn', '50': 'error', '60': 'fatal' };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A crash is reported in plain text; of its lines only the one that names the error is shown. */
function readPlainLine(line: string): LogLine | undefined {
  if (!/^(\w*Error\b|Uncaught|FATAL)/.test(line)) return undefined;
  return { level: 'error', message: line.slice(0, 300) };
}
