import { auditEntryRecorded } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { recordAuditEntries } from './record-audit-entries.ts';

export const recordAuditEntriesConsumer = (deps: Deps) =>
  consumer(auditEntryRecorded, recordAuditEntries(deps));
