import { affiliateLeft, applicationApproved } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** Copies which campaigns an affiliate has joined, for the affiliate's brands. */
export const syncMembershipsConsumers = ({ transaction }: Pick<Deps, 'transaction'>) => [
  consumer(applicationApproved, ({ data, occurredAt }) =>
    transaction(({ memberships }) => memberships.join(data, new Date(occurredAt))),
  ),
  consumer(affiliateLeft, ({ data, occurredAt }) =>
    transaction(({ memberships }) => memberships.leave(data, new Date(occurredAt))),
  ),
];
