import { randomBytes } from 'node:crypto';
import { type AuditEntryRecorded } from '@tributary/contracts';
import { type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

const SALT_BYTES = 16;

/** Appends an entry to each of its chains. The salt keeps erased addresses from being guessed. */
export const recordAuditEntries =
  ({ transaction }: Pick<Deps, 'transaction'>) =>
  ({ id, occurredAt, data }: HandledEvent<AuditEntryRecorded>): Promise<void> =>
    transaction(async ({ auditLog }) => {
      const { chains, origin, ...facts } = data;
      const salt = randomBytes(SALT_BYTES).toString('hex');
      const entry = { entryId: id, occurredAt, facts, origin: { ...origin, salt } };
      for (const chain of chains) await auditLog.append(chain, entry);
    });
