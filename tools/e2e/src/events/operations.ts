import { as, type Step, type Scenario } from './scenario.ts';

/** The monthly quota of the caller's plan in the test system. */
export const CALLS_A_MONTH = 50;
const WARNED_AT = 0.8 * CALLS_A_MONTH;

const announcement =
  (kind: 'maintenance' | 'update') =>
  async (scenario: Scenario): Promise<string> => {
    const body = { kind, title: 'Sunday', message: 'On Sunday from 04:00 to 05:00 UTC' };
    return (await as(scenario, 'admin')('POST', '/api/admin/announcements', body)).id;
  };

/** Calls up to `most` times until a call is refused; returns whether one was. */
async function call({ client, people }: Scenario, most: number): Promise<boolean> {
  for (let calls = 0; calls < most; calls += 1) {
    const answer = await client.call('GET', '/api/auth/me', { token: people.caller.token });
    if (answer.status === 429) return true;
  }
  return false;
}

export const operationSteps: readonly Step[] = [
  {
    operation: 'POST /api/admin/announcements {kind: maintenance}',
    publishes: ['system.maintenance'],
    notifies: ['admin', 'brand', 'affiliate', 'otherBrand'],
    run: announcement('maintenance'),
  },
  {
    operation: 'POST /api/admin/announcements {kind: update}',
    publishes: ['system.update'],
    notifies: ['admin', 'brand', 'affiliate', 'otherBrand'],
    run: announcement('update'),
  },
  {
    operation: 'any call, up to 80 % of a month’s',
    publishes: ['api.limit.warning'],
    notifies: ['caller'],
    run: async (scenario) => {
      await call(scenario, WARNED_AT);
      return scenario.people.caller.id;
    },
  },
  {
    operation: 'any call, until 429 quota_exceeded',
    publishes: ['api.limit.exceeded'],
    notifies: ['caller'],
    run: async (scenario) => {
      if (!(await call(scenario, CALLS_A_MONTH))) throw new Error('No call was refused');
      return scenario.people.caller.id;
    },
  },
];
