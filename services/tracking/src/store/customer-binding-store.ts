import { type Collections } from './collections.ts';
import { type CustomerBindingDocument } from './customer-binding-document.ts';

type Binding = Pick<CustomerBindingDocument, 'brandId' | 'affiliateId' | 'campaignId'>;

/** Which affiliate brought a brand's customer: renewals come from the payment provider, without a page and its click. */
export const customerBindingStore = ({ customerBindings }: Collections) => ({
  find: async (key: string): Promise<Binding | undefined> =>
    (await customerBindings.findById(key).lean()) ?? undefined,

  /** The first binding of a customer remains. */
  add: async (key: string, binding: Binding, createdAt: Date): Promise<void> => {
    const first = { $setOnInsert: { ...binding, createdAt } };
    await customerBindings.updateOne({ _id: key }, first, { upsert: true });
  },
});
