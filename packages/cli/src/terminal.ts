import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

/** Where a command reads and writes. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends what runs until it is interrupted. */
  readonly signal: AbortSignal;
  /** A line of the result. */
  readonly print: (line: string) => void;
  /** A line beside the result, such as progress or an error. */
  readonly note: (line: string) => void;
  /** The next line of the input; what is typed to a hidden question is not shown. */
  readonly prompt: (question: string, isHidden?: boolean) => Promise<string>;
  readonly close: () => void;
}

type Streams = Pick<NodeJS.Process, 'env' | 'stdin' | 'stdout' | 'stderr'>;

/** The terminal of a process. Questions go to stderr, so that stdout has the result alone. */
export function openTerminal(streams: Streams, signal: AbortSignal): Terminal {
  const { env, stdin, stdout, stderr } = streams;
  let isMuted = false;
  let lines: AsyncIterator<string, undefined> | undefined;
  let reader: Interface | undefined;
  const echo = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (isMuted) done();
      else stderr.write(chunk, done);
    },
  });
  const nextLine = async (): Promise<string> => {
    reader ??= createInterface({ input: stdin, output: echo, terminal: stdin.isTTY, signal });
    lines ??= reader[Symbol.asyncIterator]();
    const next: IteratorResult<string, undefined> = await lines.next();
    return next.value ?? '';
  };
  return {
    env,
    signal,
    print: (line) => void stdout.write(`${line}\n`),
    note: (line) => void stderr.write(`${line}\n`),
    prompt: async (question, isHidden = false) => {
      stderr.write(question);
      isMuted = isHidden;
      try {
        return await nextLine();
      } finally {
        isMuted = false;
        if (isHidden || !stdin.isTTY) stderr.write('\n');
      }
    },
    close: () => reader?.close(),
  };
}
