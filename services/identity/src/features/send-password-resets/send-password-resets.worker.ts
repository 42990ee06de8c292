import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { sendPasswordResets } from './send-password-resets.ts';

export const sendPasswordResetsWorker = (deps: Deps) =>
  worker({ name: 'send-password-resets', everyMs: 500, run: sendPasswordResets(deps) });
