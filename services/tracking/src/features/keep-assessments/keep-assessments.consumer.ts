import { assessmentMade } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { applyAssessment } from '../../domain/assessment.ts';

/** What attribution found goes to the conversion that it is about. */
export const keepAssessmentsConsumer = ({ transaction }: Deps) =>
  consumer(assessmentMade, ({ data }) =>
    transaction(async ({ conversions }) => {
      const conversion = await conversions.find(data.conversionId);
      if (conversion === undefined) throw notFound('conversion_not_found');
      await conversions.saveAll([applyAssessment(conversion, data)]);
    }),
  );
