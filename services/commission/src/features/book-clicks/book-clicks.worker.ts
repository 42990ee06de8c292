import { worker } from '@tributary/service';
import type { Deps } from '../../deps.ts';
import { bookClicks } from './book-clicks.ts';

export const bookClicksWorker = (deps: Deps) =>
  worker({ name: 'book-clicks', everyMs: deps.config.CLICK_BATCH_MS, run: bookClicks(deps) });
