import { type Command, UsageError } from '../command.ts';
import { SHARED_OPTIONS } from '../help.ts';

const wordsOf = (command: Command): string =>
  Object.keys({ ...command.options, ...SHARED_OPTIONS })
    .map((name) => `--${name}`)
    .join(' ');

/** The second words by the first, such as `list get` of `campaigns`. */
function groupsOf(commands: readonly Command[]): ReadonlyMap<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ');
    groups.set(first, [...(groups.get(first) ?? []), ...(second === undefined ? [] : [second])]);
  }
  return groups;
}

function bash(commands: readonly Command[]): string {
  const groups = groupsOf(commands);
  const seconds = [...groups]
    .filter(([, words]) => words.length > 0)
    .map(([first, words]) => `      ${first}) words="${words.join(' ')}" ;;`);
  const options = commands.map(
    (command) => `      "${command.name}") words="${wordsOf(command)}" ;;`,
  );
  const pairs = commands
    .filter(({ name }) => name.includes(' '))
    .map(({ name }) => `      "${name}") name="${name}" ;;`);
  return `_tributary() {
  local words="" current="\${COMP_WORDS[COMP_CWORD]}" name="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${[...groups.keys()].join(' ')} --help --version"
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "$name" in
${seconds.join('\n')}
    esac
  fi
  if [ -z "$words" ]; then
    case "$name \${COMP_WORDS[2]}" in
${pairs.join('\n')}
    esac
    case "$name" in
${options.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _tributary tributary`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function fish(commands: readonly Command[]): string {
  const groups = groupsOf(commands);
  const lines = [
    'complete -c tributary -f',
    `complete -c tributary -n __fish_use_subcommand -a ${quoted([...groups.keys()].join(' '))}`,
  ];
  for (const { name, summary, options = {} } of commands) {
    const [first = '', second] = name.split(' ');
    const condition = `__fish_seen_subcommand_from ${first}`;
    if (second !== undefined)
      lines.push(
        `complete -c tributary -n ${quoted(condition)} -a ${second} -d ${quoted(summary)}`,
      );
    for (const [option, { summary: text }] of Object.entries({ ...options, ...SHARED_OPTIONS })) {
      lines.push(`complete -c tributary -n ${quoted(condition)} -l ${option} -d ${quoted(text)}`);
    }
  }
  return lines.join('\n');
}

const SHELLS: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash,
  zsh: (commands) => `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`,
  fish,
};

/** Prints the completion of these commands for a shell. */
export const completionCommand = (commands: readonly Command[]): Command => ({
  name: 'completion',
  summary: 'Print the completion of bash, zsh or fish: source <(tributary completion bash)',
  args: ['SHELL'],
  run: ({ args, print }) => {
    const make = SHELLS[args[0] ?? ''];
    if (make === undefined) throw new UsageError(`Name one of ${Object.keys(SHELLS).join(', ')}`);
    const script = make(commands);
    print({ shell: args[0], script }, () => script);
    return Promise.resolve();
  },
});
