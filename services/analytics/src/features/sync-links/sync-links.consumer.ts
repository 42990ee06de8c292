import { linkCreated } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { syncLink } from './sync-links.ts';

export const syncLinksConsumer = (deps: Deps) => consumer(linkCreated, syncLink(deps));
