import { auditHeadPublished } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { storeAuditHead } from './store-audit-heads.ts';

export const storeAuditHeadsConsumer = (deps: Deps) =>
  consumer(auditHeadPublished, storeAuditHead(deps));
