import { assessmentMade } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { consumerOfSeveral } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { applyAssessment, creditedBy } from '../../domain/assessment.ts';
import { type CapChange, capChanges } from '../../domain/caps.ts';

/** Applies attribution's assessments to their conversions and to the counts against caps. */
export const syncAssessmentsConsumer = ({ transaction, findTiers }: Deps) =>
  consumerOfSeveral(assessmentMade, async (events) => {
    const tiers = await findTiers(events.map(({ data }) => creditedBy(data)));
    await transaction(async ({ conversions, caps }) => {
      const ids = events.map(({ data }) => data.conversionId);
      const known = await conversions.findMany(ids);
      const changes: CapChange[] = [];
      for (const { data } of events) {
        const conversion = known.get(data.conversionId);
        if (conversion === undefined) throw notFound('conversion_not_found');
        const assessed = applyAssessment(conversion, data, tiers);
        changes.push(...capChanges(conversion, assessed));
        known.set(data.conversionId, assessed);
      }
      await conversions.saveAll([...known.values()]);
      await caps.apply(changes);
    });
  });
