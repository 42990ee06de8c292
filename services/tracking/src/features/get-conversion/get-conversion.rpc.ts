import { notFound } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { snapshotOf } from '../../domain/conversion.ts';
import { reviewedSnapshot } from '../../domain/review.ts';

export const getConversionRpc = ({ conversions }: Pick<Deps, 'conversions'>) =>
  rpc('tributary.tracking.v1.Conversions', 'GetConversion', async ({ conversionId }) => {
    const conversion = await conversions.find(conversionId);
    if (conversion === undefined) {
      throw notFound('conversion_not_found', { message: 'There is no such conversion' });
    }
    const { review } = conversion;
    const snapshot =
      review === null ? snapshotOf(conversion) : reviewedSnapshot(conversion, review);
    return { conversion: JSON.stringify(snapshot) };
  });
