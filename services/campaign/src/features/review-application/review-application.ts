import { recordChange } from '@tributary/mongo';
import { type Application, decideReview } from '../../domain/application.ts';
import { type Deps } from '../../deps.ts';

interface Input {
  readonly applicationId: string;
  readonly brandId: string;
  readonly decision: 'approved' | 'rejected';
  readonly notes: string | null;
}

/** A brand reviews an application. @throws not_found; conflict `already_reviewed`, `campaign_not_active` */
export const reviewApplication =
  ({ transaction, clock }: Pick<Deps, 'transaction' | 'clock'>) =>
  ({ applicationId, brandId, decision, notes }: Input): Promise<Application> =>
    transaction(async ({ applications, campaigns, outbox }) => {
      const application = await applications.getOwn(applicationId, brandId);
      const campaign = await campaigns.getOwn(application.campaignId, brandId);
      const review = { decision, notes, now: clock.now() };
      const { application: next, events } = decideReview(application, review, campaign);
      if (events.length === 0) return application;
      await applications.save(next);
      recordChange({ kind: 'application', id: next.id, before: application, after: next });
      await outbox.add(...events);
      return next;
    });
