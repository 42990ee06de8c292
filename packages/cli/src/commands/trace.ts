import { type Command } from '../command.ts';
import { explain } from '../explain-commission.ts';

export const traceCommand: Command = {
  name: 'trace',
  summary: 'Explain a commission, from the click to the payment provider',
  args: ['COMMISSION'],
  run: async ({ client, args, print }) => {
    const trace = await client().commissions.trace(args[0] ?? '');
    print(trace, () => explain(trace));
  },
};
