import { as, type Step } from './scenario.ts';

type Status = 'verified' | 'suspended' | 'active';

type Other = 'otherAffiliate' | 'otherBrand';

const statusStep = (who: Other, status: Status, event: string): Step => ({
  operation: `PUT /api/admin/users/{id}/status {status: ${status}}`,
  publishes: [event],
  notifies: [who],
  run: async (scenario) => {
    const { id } = scenario.people[who];
    await as(scenario, 'admin')('PUT', `/api/admin/users/${id}/status`, { status });
    return id;
  },
});

export const peopleSteps: readonly Step[] = [
  {
    operation: 'POST /api/auth/register {role: affiliate}',
    publishes: ['affiliate.registered'],
    notifies: ['admin'],
    run: async ({ client }) => (await client.register('affiliate', 'Newcomer')).id,
  },
  {
    operation: 'POST /api/auth/register {role: brand}',
    publishes: ['brand.registered'],
    notifies: ['admin'],
    run: async ({ client }) => (await client.register('brand', 'Newcomer')).id,
  },
  {
    operation: 'PUT /api/auth/me {company}',
    publishes: ['affiliate.profile.updated'],
    notifies: ['affiliate'],
    run: async (scenario) => {
      await as(scenario, 'affiliate')('PUT', '/api/auth/me', { company: 'Kettles and more' });
      return scenario.people.affiliate.id;
    },
  },
  statusStep('otherAffiliate', 'verified', 'affiliate.verified'),
  statusStep('otherAffiliate', 'suspended', 'affiliate.suspended'),
  statusStep('otherAffiliate', 'active', 'affiliate.activated'),
  statusStep('otherBrand', 'suspended', 'brand.suspended'),
  // Last, because a suspended brand receives no further messages.
  statusStep('otherBrand', 'verified', 'brand.verified'),
];
