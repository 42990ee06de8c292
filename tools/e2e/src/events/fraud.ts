import { randomUUID } from 'node:crypto';
import { follow, order } from '../client.ts';
import { decide, join, type Step } from './scenario.ts';

/** The minimum number of conversions for a suspicion about an affiliate. */
const ORDERS = 5;

export const fraudSteps: readonly Step[] = [
  {
    operation: `POST /api/track/conversion, ${String(ORDERS)} orders from the affiliate’s own mailbox`,
    publishes: ['fraud.detected', 'suspicious.activity'],
    notifies: ['brand'],
    run: async (scenario) => {
      const { client, people, made } = scenario;
      const trackingCode = await join(scenario, 'rogue', made.campaignId);
      const ids: string[] = [];
      for (let orders = 0; orders < ORDERS; orders += 1) {
        const call = order(await follow(client, trackingCode), `own-${randomUUID()}`, '90.00');
        const text = (call.text ?? '').replace('}', `,"customer_email":"${people.rogue.email}"}`);
        const { data } = await client.must('POST', '/api/track/conversion', { ...call, text });
        ids.push(data.conversion_id);
      }
      made.flaggedIds = ids;
      return people.rogue.id;
    },
  },
  {
    operation: 'PUT /api/brand/conversions/{id}/review {decision: rejected}, of a flagged one',
    publishes: ['fraud.confirmed'],
    notifies: ['brand'],
    run: (scenario) => decide(scenario, scenario.made.flaggedIds[0] ?? '', 'rejected'),
  },
  {
    operation: 'PUT /api/brand/conversions/{id}/review {decision: approved}, of a flagged one',
    publishes: ['fraud.resolved'],
    notifies: ['brand'],
    run: (scenario) => decide(scenario, scenario.made.flaggedIds[1] ?? '', 'approved'),
  },
];
