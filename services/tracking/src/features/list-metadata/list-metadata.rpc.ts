import { invalid } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { sharedMetadata } from '../../domain/shared-metadata.ts';

const MAX_IDS = 100;

export const listMetadataRpc = ({ conversions }: Pick<Deps, 'conversions'>) =>
  rpc('tributary.tracking.v1.Orders', 'ListMetadata', async ({ conversionIds }) => {
    if (conversionIds.length > MAX_IDS) {
      throw invalid('invalid_request', { message: `At most ${String(MAX_IDS)} conversions` });
    }
    const found = await conversions.findMany(conversionIds);
    const orders = [...found.values()]
      .filter(({ metadataText }) => metadataText !== null)
      .map(({ id: conversionId, metadataText }) => ({
        conversionId,
        metadata: JSON.stringify(sharedMetadata(metadataText)),
      }));
    return { orders };
  });
