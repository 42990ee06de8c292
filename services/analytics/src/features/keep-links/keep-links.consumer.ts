import { linkCreated } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { keepLink } from './keep-links.ts';

export const keepLinksConsumer = (deps: Deps) => consumer(linkCreated, keepLink(deps));
