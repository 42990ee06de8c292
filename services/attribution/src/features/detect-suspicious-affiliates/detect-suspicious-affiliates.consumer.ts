import { affiliateSuspected, fraudDetected } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { isSuspicious } from '../../domain/fraud-analysis.ts';

/**
 * Checks the affiliate of each flagged conversion. Publishes once when the average score of its latest conversions
 * for a brand passes the threshold, and again only after the average has been below it.
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
