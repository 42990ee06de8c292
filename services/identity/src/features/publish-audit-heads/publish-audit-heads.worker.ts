import { worker } from '@tributary/service';
import { SECOND_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { publishAuditHeads } from './publish-audit-heads.ts';

export const publishAuditHeadsWorker = (deps: Deps) =>
  worker({ name: 'publish-audit-heads', everyMs: 5 * SECOND_MS, run: publishAuditHeads(deps) });
