import { mock } from 'node:test';
import { outboxOf } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import { Registry } from '@tributary/metrics';
import { openProxy, type Proxy } from '../testing/proxy.ts';
import { createWorld, noteTaken, until, type World } from '../testing/world.ts';

describe('the gauges of the outbox', () => {
  let world: World;
  let kafka: Proxy;
  beforeEach(async () => {
    world = await createWorld(process.env);
    kafka = await openProxy(world.broker, true);
  });
  afterEach(async () => {
    kafka.onAnswer = undefined;
    await world.close();
    await kafka.close();
  });

  it('show what waits, and the alarm is given, while Kafka accepts connections and answers nothing', async () => {
    const registry = new Registry();
    const alarm = mock.method(world.mongo.log, 'error');
    const relay = world.openBus({ connect: kafka.connect, metrics: registry }).relay(world.mongo);
    const value = async (name: string): Promise<number> => {
      const shown = new RegExp(`^${name} (.*)$`, 'm').exec(await registry.metrics());
      return Number(shown?.[1]);
    };
    await world.publish(noteTaken({ id: 'before' }));
    const outbox = outboxOf(world.mongo.connection);
    await until('it publishes', async () => (await outbox.countDocuments()) === 0);
    kafka.onAnswer = () => 'swallow';
    await world.publish(...['a', 'b', 'c'].map((id) => noteTaken({ id })));
    await until(
      'the rows show',
      async () => (await value('tributary_outbox_pending')) === 3,
      8_000,
    );
    const occurredAt = new Date(Date.now() - MINUTE_MS);
    await outbox.updateMany({}, { $set: { 'events.$[].occurredAt': occurredAt } });
    await until(
      'their age shows',
      async () => (await value('tributary_outbox_oldest_seconds')) >= 60,
      8_000,
    );
    const alarms = alarm.mock.calls.map(({ arguments: [, message] }) => message);
    expect(alarms).toEqual(['Events have been pending in the outbox for too long']);
    expect(relay.isPublishing()).toBe(true);
    kafka.onAnswer = undefined;
    await until('all is published', async () => (await outbox.countDocuments()) === 0);
    await until(
      'nothing waits',
      async () => (await value('tributary_outbox_pending')) === 0,
      8_000,
    );
    alarm.mock.restore();
  });
});
