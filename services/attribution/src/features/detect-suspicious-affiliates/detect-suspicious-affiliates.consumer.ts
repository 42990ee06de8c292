import { runWithContext } from '@tributary/context';
import { affiliateSuspected, fraudDetected } from '@tributary/contracts';
import { consumerOfSeveral, type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { shownFigures } from '../../domain/affiliate-case.ts';
import { isSuspicious } from '../../domain/fraud-analysis.ts';

type Flagged = ReturnType<typeof fraudDetected>['data'];

/** The last event of each affiliate and brand. */
function lastOfEach(events: readonly HandledEvent<Flagged>[]) {
  const credited = events.flatMap(({ data, correlationId }) =>
    data.affiliateId === null ? [] : [{ ...data, affiliateId: data.affiliateId, correlationId }],
  );
  const byPair = credited.map((one) => [`${one.brandId}|${one.affiliateId}`, one] as const);
  return [...new Map(byPair).values()];
}

/**
 * Checks the affiliates of flagged conversions. Publishes once when the average score of its latest conversions
 * for a brand passes the threshold, and again only after the average has been below it.
 */
export const detectSuspiciousAffiliatesConsumer = ({ transaction, clock }: Deps) =>
  consumerOfSeveral(fraudDetected, async (events) => {
    const flagged = lastOfEach(events);
    if (flagged.length === 0) return;
    await transaction(async ({ suspicions, outbox }) => {
      for (const { brandId, affiliateId, campaignId, correlationId } of flagged) {
        const figures = await suspicions.figuresOf(brandId, affiliateId);
        const suspected = isSuspicious(figures);
        const changed = await suspicions.set({ brandId, affiliateId, suspected, at: clock.now() });
        if (!changed || !suspected) continue;
        const suspicion = { affiliateId, brandId, campaignId };
        const event = affiliateSuspected({ ...suspicion, ...shownFigures(figures) });
        await runWithContext({ correlationId }, () => outbox.add(event));
      }
    });
  });
