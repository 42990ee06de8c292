import { accountChecked } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** What was found about affiliates' accounts, which brands see beside their applications. */
export const syncAccountChecksConsumer = ({ accountChecks }: Deps) =>
  consumer(accountChecked, ({ data }) => accountChecks.save(data));
