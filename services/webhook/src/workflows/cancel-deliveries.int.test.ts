import { randomUUIDv7 } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { type Deps } from '../deps.ts';
import { newDelivery, SWITCHED_OFF } from '../domain/new-delivery.ts';
import { changeEndpoint } from './update-endpoint.ts';
import { removeEndpoint } from './delete-endpoint.ts';
import { REMOVED } from './cancel-deliveries.ts';
import { startWebhook } from '../testing/start-webhook.ts';

const BACKLOG = 2_500;
/** What one transaction bears, however slow the database is. */
const BEARABLE = 1_000;

describe('a lot that waits for an endpoint', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  beforeAll(async () => {
    webhook = await startWebhook();
  });
  afterAll(() => webhook.close());

  const owner = () => ({ id: randomUUIDv7(), role: 'brand' as const, plan: 'pro' as const });
  type Owner = ReturnType<typeof owner>;

  /** An endpoint with a backlog that is not due yet; its id. */
  const aBacklog = async (who: Owner): Promise<string> => {
    const body = { url: 'http://127.0.0.1:9/', events: ['conversion.tracked'] };
    const made = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
    const endpointId = made.body.data.id;
    const due = new Date(Date.now() + 3_600_000);
    const rows = Array.from({ length: BACKLOG }, () => {
      const ids = { id: randomUUIDv7(), endpointId, ownerId: who.id, messageId: 'm' };
      const what = { eventType: 'conversion.tracked' as const, body: '{}', correlationId: 'c' };
      return newDelivery({ ...ids, ...what }, true, due);
    });
    await webhook.deps().deliveries.addNew(rows);
    return endpointId;
  };

  /** The service's parts, and how much a single transaction ended at most. */
  function watched() {
    const deps = webhook.deps();
    let most = 0;
    const transaction: Deps['transaction'] = (work) =>
      deps.transaction((stores) => {
        let here = 0;
        const endSome: typeof stores.deliveries.endSome = async (...asked) => {
          const some = await stores.deliveries.endSome(...asked);
          here += some.length;
          most = Math.max(most, here);
          return some;
        };
        return work({ ...stores, deliveries: { ...stores.deliveries, endSome } });
      });
    return { deps: { ...deps, transaction }, mostAtOnce: () => most };
  }

  const switchOff = (deps: Deps, endpointId: string, actor: Owner) =>
    changeEndpoint(deps)({ actor, endpointId, change: { active: false }, kind: 'webhook' });
  const remove = (deps: Deps, endpointId: string, actor: Owner) =>
    removeEndpoint(deps)(endpointId, actor, 'webhook');

  it.each([
    ['switched off', switchOff, SWITCHED_OFF],
    ['removed', remove, REMOVED],
  ])(
    'ends a part at a time where that is %s, so that the call succeeds however much it is',
    async (_what, operation, reason) => {
      const who = owner();
      const id = await aBacklog(who);
      const { deps, mostAtOnce } = watched();
      await operation(deps, id, who);
      expect(mostAtOnce()).toBeLessThanOrEqual(BEARABLE);
      // Its lane does the rest.
      const page = { statuses: ['failed'], skip: 0, limit: 1 } as const;
      const ended = await eventually(async () => {
        const { total, deliveries } = await deps.deliveries.list(id, page);
        return total === BACKLOG && deliveries;
      });
      expect(ended).toMatchObject([{ errorMessage: reason, attempts: 0 }]);
      await eventually(async () => {
        const days = await deps.counts.perDay(who.id, '2000-01-01');
        return days.reduce((sum, { failed }) => sum + failed, 0) === BACKLOG;
      });
      // And then has nothing to do, or is gone as well.
      await eventually(async () => ((await deps.lanes.find(id))?.dueAt ?? null) === null);
    },
  );
});
