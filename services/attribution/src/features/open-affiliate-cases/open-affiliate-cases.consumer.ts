import { runWithContext } from '@tributary/context';
import { affiliateSuspected, assessmentMade, type AssessmentSnapshot } from '@tributary/contracts';
import { consumerOfSeveral, type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { caseEvidenceOf, shownFigures } from '../../domain/affiliate-case.ts';
import { SUSPICIOUS_FROM } from '../../domain/fraud-analysis.ts';

/** The latest evidence against each affiliate and brand. */
function casesOf(events: readonly HandledEvent<AssessmentSnapshot>[]) {
  const cases = events.flatMap(({ data, correlationId }) => {
    const { brandId, campaignId, shares, factors } = data;
    const affiliateId = shares[0]?.affiliateId;
    const evidence = caseEvidenceOf(factors);
    if (affiliateId === undefined || evidence.length === 0) return [];
    return [{ brandId, campaignId, affiliateId, evidence, correlationId }];
  });
  return [...new Map(cases.map((one) => [`${one.brandId}|${one.affiliateId}`, one])).values()];
}

/**
 * Opens a case against an affiliate whose traffic as a whole shows a strong sign of fraud, once in 30 days. No order is
 * held for it.
 */
export const openAffiliateCasesConsumer = ({ transaction, clock }: Deps) =>
  consumerOfSeveral(assessmentMade, async (events) => {
    const cases = casesOf(events);
    if (cases.length === 0) return;
    await transaction(async ({ suspicions, outbox }) => {
      for (const { correlationId, ...found } of cases) {
        const { brandId, affiliateId } = found;
        const figures = await suspicions.figuresOf(brandId, affiliateId);
        if (figures.conversions < SUSPICIOUS_FROM) continue;
        if (!(await suspicions.openCase({ brandId, affiliateId, at: clock.now() }))) continue;
        const event = affiliateSuspected({ ...found, ...shownFigures(figures) });
        await runWithContext({ correlationId }, () => outbox.add(event));
      }
    });
  });
