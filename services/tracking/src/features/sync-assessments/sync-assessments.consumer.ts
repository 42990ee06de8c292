import { assessmentJudgedAgain, assessmentMade } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { consumer, consumerOfSeveral } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import {
  applyAssessment,
  applyLaterVerdict,
  creditedBy,
  creditEvents,
} from '../../domain/assessment.ts';
import { answerClaims } from '../../workflows/answer-claims.ts';

/** Applies attribution's assessments to their conversions, to the counts against caps, and to claims of their orders. */
const assessmentsConsumer = ({ transaction, findTiers, clock }: Deps) =>
  consumerOfSeveral(assessmentMade, async (assessments) => {
    const tiers = await findTiers(assessments.map(({ data }) => creditedBy(data)));
    await transaction(async ({ conversions, caps, claims, outbox }) => {
      const ids = assessments.map(({ data }) => data.conversionId);
      const stored = await conversions.findMany(ids);
      const assessed = new Map(stored);
      for (const { data } of assessments) {
        const conversion = assessed.get(data.conversionId);
        if (conversion === undefined) throw notFound('conversion_not_found');
        assessed.set(data.conversionId, applyAssessment(conversion, data, tiers));
      }
      const credits = [...stored].map(([id, before]) => ({
        before,
        after: assessed.get(id) ?? before,
      }));
      const counted = await caps.credit(credits);
      await conversions.saveAll(counted);
      const events = credits.flatMap(({ before }, index) =>
        creditEvents({ before, after: counted[index] ?? before }),
      );
      await outbox.add(...events);
      await answerClaims({ claims, outbox }, counted, clock.now());
    });
  });

/** Applies later verdicts to conversions that their brands have not decided, and to the counts against caps. */
const laterVerdictsConsumer = ({ transaction }: Deps) =>
  consumer(assessmentJudgedAgain, ({ data }) =>
    transaction(async ({ conversions, caps }) => {
      const stored = await conversions.findMany([data.conversionId]);
      const before = stored.get(data.conversionId);
      if (before === undefined) throw notFound('conversion_not_found');
      const after = applyLaterVerdict(before, data);
      if (after === before) return;
      await conversions.saveAll(await caps.credit([{ before, after }]));
    }),
  );

export const syncAssessmentsConsumers = (deps: Deps) => [
  assessmentsConsumer(deps),
  laterVerdictsConsumer(deps),
];
