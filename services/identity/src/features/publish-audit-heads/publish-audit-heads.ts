import { auditHeadPublished } from '@tributary/contracts';
import { SECOND_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';

/** Small, because an entry of one of the chains makes the whole transaction run again. */
const BATCH = 20;

/**
 * Publishes and logs how far chains have come, so that nobody with the rights of one database alone can
 * rewrite them. @returns whether there are more
 */
export const publishAuditHeads =
  ({ transaction, clock, config, log }: Pick<Deps, 'transaction' | 'clock' | 'config' | 'log'>) =>
  async (): Promise<boolean> => {
    const published = await transaction(async ({ auditLog, outbox }) => {
      const now = clock.now();
      const before = new Date(now.getTime() - config.AUDIT_HEAD_SECONDS * SECOND_MS);
      const heads = await auditLog.listUnpublishedHeads(before, BATCH);
      for (const head of heads) {
        await auditLog.setPublished(head, now);
        await outbox.add(auditHeadPublished({ ...head, publishedAt: now.toISOString() }));
      }
      return heads;
    });
    for (const head of published) log.info(head, 'audit head');
    return published.length === BATCH;
  };
