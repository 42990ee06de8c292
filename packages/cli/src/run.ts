import { parseArgs, type ParseArgsConfig } from 'node:util';
import { openClient } from './client.ts';
import { type Call, type Command, type Option, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { openCredentials } from './credentials.ts';
import { EXIT, failureLines, failureOf } from './failure.ts';
import { commandHelp, generalHelp, SHARED_OPTIONS } from './help.ts';
import { type Terminal } from './terminal.ts';
import { version } from './version.ts';

interface Found {
  readonly command: Command;
  readonly rest: readonly string[];
}

/** The command that the first words name; `campaigns` alone lists them. @throws UsageError */
function find(argv: readonly string[]): Found {
  const end = argv.findIndex((word) => word.startsWith('-'));
  const words = end === -1 ? argv : argv.slice(0, end);
  const [first = '', second = ''] = words;
  for (const name of [`${first} ${second}`, first, `${first} list`]) {
    const command = commands.find((one) => one.name === name);
    if (command === undefined) continue;
    const isTwoWords = name === `${first} ${second}`;
    return { command, rest: argv.slice(isTwoWords ? 2 : 1) };
  }
  throw new UsageError(`There is no command ${words.join(' ')}; tributary --help lists them`);
}

const parserOptions = (options: Readonly<Record<string, Option>>): ParseArgsConfig['options'] =>
  Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }]));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** Reads options and arguments. @throws UsageError */
function parse({ command, rest }: Found): Pick<Call, 'args' | 'options'> {
  const declared: Readonly<Record<string, Option>> = { ...SHARED_OPTIONS, ...command.options };
  const read = () => {
    try {
      return parseArgs({
        args: [...rest],
        options: parserOptions(declared) ?? {},
        allowPositionals: true,
      });
    } catch (error) {
      throw new UsageError(messageOf(error), { cause: error });
    }
  };
  const { values, positionals } = read();
  const options = values as Call['options'];
  if (options['help'] === true) return { args: [], options };
  const wanted = command.args ?? [];
  if (positionals.length !== wanted.length)
    throw new UsageError(`Usage: tributary ${[command.name, ...wanted].join(' ')}`);
  for (const [name, { choices }] of Object.entries(declared)) {
    const value = options[name];
    if (choices !== undefined && typeof value === 'string' && !choices.includes(value))
      throw new UsageError(`--${name} must be one of ${choices.join(', ')}`);
  }
  return { args: positionals, options };
}

async function execute(argv: readonly string[], terminal: Terminal): Promise<void> {
  if (argv.includes('--version')) {
    terminal.print(version);
    return;
  }
  if (argv.every((word) => word === '--help' || word === 'help')) {
    terminal.print(generalHelp(commands));
    return;
  }
  const found = find(argv);
  const { args, options } = parse(found);
  if (options['help'] === true) {
    terminal.print(commandHelp(found.command));
    return;
  }
  const credentials = openCredentials(terminal.env);
  const print: Call['print'] = (result, text) =>
    terminal.print(options['json'] === true ? JSON.stringify(result, null, 2) : text());
  const client = () => openClient(credentials, terminal);
  await found.command.run({ args, options, terminal, credentials, client, print });
}

/** Runs a command line, and returns its exit code. Errors go to stderr, as JSON with `--json`. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await execute(argv, terminal);
    return terminal.signal.aborted ? EXIT.interrupted : 0;
  } catch (error) {
    if (terminal.signal.aborted) return EXIT.interrupted;
    const { exitCode, ...failure } = failureOf(error);
    const lines = argv.includes('--json')
      ? [JSON.stringify({ ...failure, exit_code: exitCode })]
      : failureLines({ exitCode, ...failure });
    lines.forEach(terminal.note);
    return exitCode;
  }
}
