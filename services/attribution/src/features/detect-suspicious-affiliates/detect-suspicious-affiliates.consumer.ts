import { affiliateSuspected, fraudDetected } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { isSuspicious } from '../../domain/fraud-analysis.ts';

/**
 * Says so once when an affiliate's latest conversions for a brand pass the suspicious average, and again
 * only after they had come back below it. Looked at with each flagged conversion.
 */
export const detectSuspiciousAffiliatesConsumer = ({ transaction, clock }: Deps) =>
  consumer(fraudDetected, ({ data: { brandId, campaignId, affiliateId } }) => {
    if (affiliateId === null) return Promise.resolve();
    return transaction(async ({ suspicions, outbox }) => {
      const figures = await suspicions.figuresOf(brandId, affiliateId);
      const suspected = isSuspicious(figures);
      const changed = await suspicions.set({ brandId, affiliateId, suspected, at: clock.now() });
      if (!changed || !suspected) return;
      const averageFraudScore = Math.round(figures.averageScore * 1e6) / 1e6;
      const { conversions } = figures;
      await outbox.add(
        affiliateSuspected({ affiliateId, brandId, campaignId, conversions, averageFraudScore }),
      );
    });
  });
