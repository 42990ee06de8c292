import { type ConversionSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';

/** Keeps the newest state of a conversion; a refund restates the day of the conversion itself. */
export const recordConversion =
  (deps: Deps) =>
  ({ data }: { data: ConversionSnapshot }): Promise<void> =>
    deps.transaction(({ facts }) =>
      facts.putConversion({
        _id: data.conversionId,
        affiliateId: data.affiliateId,
        brandId: data.brandId,
        campaignId: data.campaignId,
        linkId: data.linkId,
        clickId: data.clickId,
        status: data.status,
        currency: data.currency,
        valueMinor: data.valueMinor - data.refundedMinor,
        convertedAt: new Date(data.convertedAt),
      }),
    );
