import { assessmentMade } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { consumerOfSeveral } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { applyAssessment } from '../../domain/assessment.ts';

/** What attribution found goes to the conversions that it is about. */
export const keepAssessmentsConsumer = ({ transaction }: Deps) =>
  consumerOfSeveral(assessmentMade, (events) =>
    transaction(async ({ conversions }) => {
      const ids = events.map(({ data }) => data.conversionId);
      const known = await conversions.findMany(ids);
      for (const { data } of events) {
        const conversion = known.get(data.conversionId);
        if (conversion === undefined) throw notFound('conversion_not_found');
        known.set(data.conversionId, applyAssessment(conversion, data));
      }
      await conversions.saveAll([...known.values()]);
    }),
  );
