import { notFound } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { type ClaimedChange } from '../store/attribution-change-store.ts';

interface ChangePath {
  readonly campaign_id: string;
  readonly change_id: string;
}

/** A change of the brand's campaign. @throws not_found `change_not_found` */
export async function getOwnChange(
  { attributionChanges }: Pick<Deps, 'attributionChanges'>,
  brandId: string,
  { campaign_id: campaignId, change_id: changeId }: ChangePath,
): Promise<ClaimedChange> {
  const change = await attributionChanges.find(changeId, brandId);
  if (change?.campaignId === campaignId) return change;
  throw notFound('change_not_found', { message: 'There is no such change' });
}
