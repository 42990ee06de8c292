import { randomBytes } from 'node:crypto';
import { type AuditEntryRecorded } from '@tributary/contracts';
import { type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

const SALT_BYTES = 16;

/** Appends entries to each of their chains, in order. The salt keeps erased addresses from being guessed. */
export const recordAuditEntries =
  ({ transaction }: Pick<Deps, 'transaction'>) =>
  (events: readonly HandledEvent<AuditEntryRecorded>[]): Promise<void> =>
    transaction(({ auditLog }) =>
      auditLog.append(
        events.flatMap(({ id, occurredAt, data }) => {
          const { chains, origin, ...facts } = data;
          const salt = randomBytes(SALT_BYTES).toString('hex');
          const entry = { entryId: id, occurredAt, facts, origin: { ...origin, salt } };
          return chains.map((chain) => ({ chain, entry }));
        }),
      ),
    );
