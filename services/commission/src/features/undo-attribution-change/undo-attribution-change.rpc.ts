import { rpc } from '@tributary/grpc';
import type { Deps } from '../../deps.ts';
import { requireFewConversions, undoneConversion } from '../../views/changed-conversion.ts';
import { undoAttributionChange } from './undo-attribution-change.ts';

export const undoAttributionChangeRpc = (deps: Deps) =>
  rpc('tributary.commission.v1.Commissions', 'UndoAttributionChange', async (request) => {
    requireFewConversions(request.conversionIds);
    const results = await undoAttributionChange(deps)(request);
    return { results: results.map(undoneConversion), terms: '', campaignName: '' };
  });
