import { freshIdTests } from './fresh-ids/fresh-ids.ts';
import { innerPortTests } from './inner-ports.ts';
import { openSystem, type TestSystem } from './system.ts';

/** The suites share one system, whose services only answer calls: no event is published or consumed. */
describe('a system without workers', () => {
  let system: TestSystem;
  beforeAll(async () => {
    const settings = {
      // The shop is on this machine.
      INTEGRATION_ALLOW_PRIVATE: 'true',
      RATE_LIMIT_API_PER_MINUTE: '0',
      RATE_LIMIT_PAYOUT_CREATE_PER_HOUR: '0',
      RATE_LIMIT_PAYOUT_CREATE_PER_HOUR_PER_IP: '0',
      RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0',
      RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP: '0',
    };
    system = await openSystem(settings, undefined, { edgesOnly: true });
  }, 240_000);
  afterAll(() => system.close(), 60_000);

  const systemOf = (): TestSystem => system;
  describe('an id that a call has just returned', freshIdTests(systemOf));
  describe('its inner ports', innerPortTests(systemOf));
});
