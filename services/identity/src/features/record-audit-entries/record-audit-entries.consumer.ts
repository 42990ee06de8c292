import { auditEntryRecorded } from '@tributary/contracts';
import { consumerOfSeveral } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { recordAuditEntries } from './record-audit-entries.ts';

export const recordAuditEntriesConsumer = (deps: Deps) =>
  consumerOfSeveral(auditEntryRecorded, recordAuditEntries(deps));
