import { createTerminalLog } from './terminal-log.ts';

describe('the terminal', () => {
  let printed: string[];
  let now: number;
  let show: (process: string, line: string) => void;

  beforeEach(() => {
    printed = [];
    now = 0;
    show = createTerminalLog(
      (line) => printed.push(line),
      () => now,
    );
  });

  it('shows warnings and errors after the name of their process, with the cause', () => {
    show('payout', '{"level":"info","msg":"started"}');
    show('payout', '{"level":"warn","msg":"provider is slow"}');
    show('tracking', '{"level":"error","msg":"cannot save","err":{"message":"no primary"}}');
    show('sandbox', '{"level":60,"msg":"cannot start"}');
    expect(printed).toEqual([
      '[payout] warn: provider is slow',
      '[tracking] error: cannot save: no primary',
      '[sandbox] fatal: cannot start',
    ]);
  });

  it('shows a repeated message once in five seconds, because a stopped engine makes thousands', () => {
    const line = '{"level":"error","msg":"connection refused"}';
    for (let times = 0; times < 1000; times += 1) show('payout', line);
    show('tracking', line);
    now = 5001;
    show('payout', line);
    expect(printed).toHaveLength(3);
  });

  it('shows the line of a crash that names the error, not its stack', () => {
    show('payout', 'TypeError: undefined is not a function');
    show('payout', '    at main (main.js:1:1)');
    show('payout', 'Node.js v24.21.0');
    show('payout', '{ broken');
    expect(printed).toEqual(['[payout] error: TypeError: undefined is not a function']);
  });
});
