import { type auditHeadPublished } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';

type AuditHead = Parameters<typeof auditHeadPublished>[0];

/**
 * Stores how far a chain of the audit log has come, where identity cannot change it. A second head of
 * the same entry with another hash means that the log was rewritten.
 */
export const storeAuditHead =
  ({ transaction, log }: Pick<Deps, 'transaction' | 'log'>) =>
  async ({ data }: { readonly data: AuditHead }): Promise<void> => {
    const { chain, sequence, hash, publishedAt } = data;
    const stored = await transaction(({ auditHeads }) =>
      auditHeads.add({
        _id: `${chain}:${String(sequence)}`,
        chain,
        sequence,
        hash,
        publishedAt: new Date(publishedAt),
      }),
    );
    if (stored.hash === hash) return;
    log.error({ chain, sequence, stored: stored.hash, hash }, 'the audit log was rewritten');
  };
