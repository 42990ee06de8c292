import { randomUUIDv7 } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { ENDPOINT_DELETED, ENDPOINT_SWITCHED_OFF } from '../domain/delivery.ts';
import { newDelivery } from '../domain/new-delivery.ts';
import { startWebhook } from '../testing/start-webhook.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { updateEndpoint } from './update-endpoint.ts';

const BACKLOG = 2_500;
/** A transaction of this size succeeds on a slow database, too. */
const MAX_PER_TRANSACTION = 1_000;

describe('a large backlog of an endpoint', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  beforeAll(async () => {
    webhook = await startWebhook();
  });
  afterAll(() => webhook.close());

  const owner = () => {
    const id = randomUUIDv7();
    const memberRole = 'owner' as const;
    return { id, role: 'brand' as const, plan: 'pro' as const, memberId: id, memberRole };
  };
  type Owner = ReturnType<typeof owner>;

  /** Creates an endpoint with a backlog that is not due yet; returns its id. */
  const aBacklog = async (who: Owner): Promise<string> => {
    const body = { url: 'http://127.0.0.1:9/', events: ['conversion.tracked'] };
    const made = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
    const endpointId = made.body.data.id;
    const due = new Date(Date.now() + HOUR_MS);
    const rows = Array.from({ length: BACKLOG }, () => {
      const ids = { id: randomUUIDv7(), endpointId, ownerId: who.id, messageId: 'm' };
      const what = { eventType: 'conversion.tracked' as const, body: '{}', correlationId: 'c' };
      return newDelivery({ ...ids, ...what }, true, due);
    });
    await webhook.deps().deliveries.addNew(rows);
    return endpointId;
  };

  /** The service's dependencies, and the most deliveries that one transaction cancelled. */
  function countingDeps() {
    const deps = webhook.deps();
    let max = 0;
    const transaction: Deps['transaction'] = (work) =>
      deps.transaction((stores) => {
        let cancelled = 0;
        const cancelSome: typeof stores.deliveries.cancelSome = async (...input) => {
          const some = await stores.deliveries.cancelSome(...input);
          cancelled += some.length;
          max = Math.max(max, cancelled);
          return some;
        };
        return work({ ...stores, deliveries: { ...stores.deliveries, cancelSome } });
      });
    return { deps: { ...deps, transaction }, maxPerTransaction: () => max };
  }

  const switchOff = (deps: Deps, endpointId: string, actor: Owner) =>
    updateEndpoint(deps)({ actor, endpointId, change: { active: false }, kind: 'webhook' });
  const remove = (deps: Deps, endpointId: string, actor: Owner) =>
    deleteEndpoint(deps)(endpointId, actor, 'webhook');

  it.each([
    ['switched off', switchOff, ENDPOINT_SWITCHED_OFF],
    ['removed', remove, ENDPOINT_DELETED],
  ])(
    'is cancelled in batches when the endpoint is %s, so that the call succeeds with a backlog of any size',
    async (_what, operation, reason) => {
      const who = owner();
      const id = await aBacklog(who);
      const { deps, maxPerTransaction } = countingDeps();
      await operation(deps, id, who);
      expect(maxPerTransaction()).toBeLessThanOrEqual(MAX_PER_TRANSACTION);
      // The worker cancels the rest.
      const page = { statuses: ['failed'], skip: 0, limit: 1 } as const;
      const cancelled = await eventually(async () => {
        const { total, documents } = await deps.deliveries.list(id, page);
        return total === BACKLOG && documents;
      });
      expect(cancelled).toMatchObject([{ errorMessage: reason, attempts: 0 }]);
      await eventually(async () => {
        const days = await deps.counts.totalsByDay(who.id, '2000-01-01');
        return days.reduce((sum, { failed }) => sum + failed, 0) === BACKLOG;
      });
      // Then the queue is empty, or deleted with its endpoint.
      await eventually(async () => ((await deps.queues.find(id))?.dueAt ?? null) === null);
    },
  );
});
