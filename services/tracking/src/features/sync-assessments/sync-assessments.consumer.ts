import { assessmentMade } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { consumerOfSeveral } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { applyAssessment, creditedBy } from '../../domain/assessment.ts';
import { type CapChange, capChanges } from '../../domain/caps.ts';

/** What attribution found goes to the conversions that it is about, and to what they count for. */
export const keepAssessmentsConsumer = ({ transaction, findTiers }: Deps) =>
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
