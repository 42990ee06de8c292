import { createHash } from 'node:crypto';
import { conflict } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { sanitizeHtml } from './sanitize-html.ts';
import { type Upload } from './upload-form.ts';
import { type Creative, CREATIVES_PER_CAMPAIGN, checkFile } from '../../domain/creative.ts';
import { type Deps } from '../../deps.ts';

interface Input {
  readonly campaignId: string;
  readonly brandId: string;
  readonly upload: Upload;
}

/**
 * Stores a creative of a campaign after checking its bytes.
 * @throws not_found; invalid `unsupported_creative`, `creative_has_script`, `creative_too_large`;
 * conflict `campaign_archived`, `too_many_creatives`
 */
export const createCreative =
  (deps: Pick<Deps, 'campaigns' | 'transaction' | 'clock' | 'newId'>) =>
  async ({ campaignId, brandId, upload }: Input): Promise<Creative> => {
    await deps.campaigns.getOwn(campaignId, brandId);
    const { bytes, ...checked } = checkFile(upload.kind, upload.bytes, sanitizeHtml);
    const creative: Creative = {
      id: deps.newId(),
      campaignId,
      brandId,
      name: upload.name,
      kind: upload.kind,
      ...checked,
      sizeBytes: bytes.length,
      digest: createHash('sha256').update(bytes).digest('hex'),
      createdAt: deps.clock.now(),
    };
    return deps.transaction(async ({ campaigns, creatives }) => {
      const campaign = await campaigns.getOwn(campaignId, brandId);
      if (campaign.status === 'archived') {
        throw conflict('campaign_archived', { message: 'An archived campaign cannot be changed' });
      }
      if ((await creatives.count(campaignId)) >= CREATIVES_PER_CAMPAIGN) {
        throw conflict('too_many_creatives', {
          message: `A campaign has at most ${String(CREATIVES_PER_CAMPAIGN)} creatives`,
        });
      }
      await creatives.create(creative, bytes);
      recordChange({ kind: 'creative', id: creative.id, after: creative });
      return creative;
    });
  };
