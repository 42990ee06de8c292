import { type Command, type Option } from './command.ts';

/** The options that every command has. */
export const SHARED_OPTIONS: Readonly<Record<string, Option>> = {
  json: { type: 'boolean', summary: 'Print the result as JSON, and errors as JSON on stderr' },
  help: { type: 'boolean', summary: 'Print this text' },
};

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

const usageOf = ({ name, args = [] }: Command): string => [name, ...args].join(' ');

export const generalHelp = (commands: readonly Command[]): string =>
  [
    'tributary COMMAND [OPTIONS]',
    columns(commands.map((command) => [usageOf(command), command.summary])),
    'Every command has --json and --help. TRIBUTARY_URL and TRIBUTARY_API_KEY replace what login keeps.',
  ].join('\n\n');

const optionText = ([name, { value, choices }]: readonly [string, Option]): string => {
  const shown = choices?.join('|') ?? value;
  return shown === undefined ? `--${name}` : `--${name} ${shown}`;
};

export function commandHelp(command: Command): string {
  const options = Object.entries({ ...command.options, ...SHARED_OPTIONS });
  return [
    `tributary ${usageOf(command)} [OPTIONS]`,
    command.summary,
    columns(options.map((option) => [optionText(option), option[1].summary])),
    ...(command.notes === undefined ? [] : [command.notes]),
  ].join('\n\n');
}
