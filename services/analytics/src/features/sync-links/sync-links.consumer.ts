import { linkCreated } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { copyLink } from '../../workflows/copy-names.ts';

export const syncLinksConsumer = (deps: Deps) =>
  consumer(linkCreated, ({ data }) => copyLink(deps)(data));
