import { notFound } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { touchWeights } from '../../domain/attribution.ts';
import { codeTouchOf } from '../../domain/journey.ts';
import { touchesOf } from '../../domain/touch.ts';

/** The path of a conversion and the weight of each touch. */
export const explainRpc = ({ assessments }: Deps) =>
  rpc('tributary.attribution.v1.Explanations', 'Explain', async ({ conversionId }) => {
    const assessment = (await assessments.findMany([conversionId])).get(conversionId);
    if (assessment === undefined) {
      throw notFound('conversion_not_found', { message: 'There is no such conversion' });
    }
    const { model, modelVersion, convertedAt, inputs } = assessment;
    // Assessments of early versions have no inputs.
    if (inputs === null) return { model, modelVersion, path: [] };
    const { touches, settings, order } = inputs;
    const { code } = codeTouchOf(order.coupon);
    const journey = { touches, convertedAt, ...(code === undefined ? {} : { code }) };
    // A change of attribution may have replaced the model.
    const weights = touchWeights(journey, { ...settings, model }, modelVersion);
    const path = touchesOf(journey).map(({ affiliateId, clickId, linkId, occurredAt }, index) => ({
      affiliateId,
      clickId: clickId ?? '',
      linkId: linkId ?? '',
      occurredAt: occurredAt?.toISOString() ?? '',
      weight: weights?.[index] ?? 0,
      hasWeight: weights !== undefined,
      couponCode: index === touches.length ? (code?.code ?? '') : '',
    }));
    return { model, modelVersion, path };
  });
