import { type Command } from './command.ts';
import { campaignCommands } from './commands/campaigns.ts';
import { completionCommand } from './commands/completion.ts';
import { conversionCommands } from './commands/conversions.ts';
import { endpointCommands } from './commands/endpoints.ts';
import { linkCommands } from './commands/links.ts';
import { listenCommand } from './commands/listen.ts';
import { accountCommands } from './commands/login.ts';
import { payoutCommands } from './commands/payouts.ts';
import { setUpCommands } from './commands/set-up.ts';
import { traceCommand } from './commands/trace.ts';
import { triggerCommand } from './commands/trigger.ts';

const withoutCompletion: readonly Command[] = [
  ...accountCommands,
  ...campaignCommands,
  ...linkCommands,
  ...conversionCommands,
  ...payoutCommands,
  ...setUpCommands,
  ...endpointCommands,
  listenCommand,
  triggerCommand,
  traceCommand,
];

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  ...withoutCompletion,
  completionCommand(withoutCompletion),
];
