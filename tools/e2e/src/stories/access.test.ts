import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { mapConcurrent } from '@tributary/work';
import { type Answer, Client } from '../client.ts';
import { sharedSystem } from '../shared-system.ts';
import { createCallers } from '../access/callers.ts';
import {
  type Access,
  type Caller,
  expectedAccess,
  isWorthCalling,
} from '../access/expected-access.ts';
import { createForeignRecords, type ForeignRecords } from '../access/foreign-records.ts';
import { type Operation, operationsOf, pathWith } from '../access/operations.ts';

/** Calls at the same time. */
const CONCURRENCY = 24;
const refusals = new Set([
  'api_key_not_allowed',
  'invalid_token',
  'missing_permission',
  'missing_scope',
  'not_authenticated',
  'own_account_only',
  'wrong_role',
]);

/** An active campaign is open to every affiliate. */
const offersToEveryone = new Set(['applyToCampaign', 'getOffer', 'listOfferCreatives']);

/** The error code of an answer; notifications answer without one. */
const codeOf = ({ body }: Answer): string | undefined => body?.error ?? body?.data?.error;

/** What an answer shows of the access; undefined for a failure of the system. */
function accessOf(answer: Answer): Access | undefined {
  const { status } = answer;
  if (status >= 500) return undefined;
  const code = codeOf(answer) ?? '';
  if ((status !== 401 && status !== 403) || (code !== '' && !refusals.has(code))) return 'allowed';
  return `${status} ${code}`;
}

const isAsExpected = (expected: Access, answer: Answer): boolean => {
  const found = accessOf(answer);
  // Notifications answer without a code.
  return found === expected || found === expected.slice(0, 4);
};

/** Repeats a call that a busy system refused with 503, which states nothing of the access. */
const settled = (call: () => Promise<Answer>): Promise<Answer> =>
  eventually(
    async () => {
      const answer = await call();
      return answer.status === 503 ? undefined : answer;
    },
    { everyMs: 500 },
  );

/** Without effect: an unknown parameter is refused once the caller is admitted. */
const harmless = (operation: Operation): string =>
  `${pathWith(operation, () => randomUUID())}?no_such_parameter=1`;

/** Tests the table of permissions over the whole API document, in a system that other suites share. */
describe('access', () => {
  let client: Client;
  let operations: Operation[];
  let callers: Caller[];

  beforeAll(async () => {
    client = new Client(sharedSystem());
    operations = await operationsOf(client);
    callers = await createCallers(client, sharedSystem());
  }, 120_000);

  it('admits and refuses every caller of every operation according to the table of permissions', async () => {
    const calls = operations.flatMap((operation) =>
      callers
        .filter((caller) => isWorthCalling(operation, caller))
        .map((caller) => ({ operation, caller })),
    );
    const wrong: string[] = [];
    await mapConcurrent(calls, CONCURRENCY, async ({ operation, caller }) => {
      const { token, name } = caller;
      const answer = await settled(() =>
        client.call(operation.method, harmless(operation), {
          ...(token === undefined ? {} : { token }),
          ...(operation.method === 'GET' ? {} : { body: {} }),
        }),
      );
      const expected = expectedAccess(operation, caller);
      if (isAsExpected(expected, answer)) return;
      if (operation.isPublic && answer.status < 500) return;
      const found = `${String(answer.status)} ${codeOf(answer) ?? ''}`;
      wrong.push(`${operation.operationId} by ${name}: ${found} instead of ${expected}`);
    });
    expect(wrong).toEqual([]);
    expect(calls.length).toBeGreaterThan(4_000);
  }, 300_000);

  describe('another tenant’s records', () => {
    let records: ForeignRecords;
    let ofRecords: Operation[];
    beforeAll(async () => {
      records = await createForeignRecords(client);
      ofRecords = operations.filter(
        ({ operationId, isPublic, path, roles }) =>
          !isPublic &&
          path.includes('{') &&
          roles?.includes('admin') !== true &&
          !offersToEveryone.has(operationId),
      );
    }, 60_000);

    it('answer every operation as if they did not exist', async () => {
      const wrong: string[] = [];
      await mapConcurrent(ofRecords, CONCURRENCY, async (operation) => {
        const token = records.strangerOf(operation).token;
        const body = operation.method === 'GET' ? {} : { body: {} };
        const call = (path: string) => client.call(operation.method, path, { token, ...body });
        const foreign = await call(pathWith(operation, (name) => records.idOf(operation, name)));
        const absent = await call(pathWith(operation, () => randomUUID()));
        const same = foreign.status === absent.status && codeOf(foreign) === codeOf(absent);
        if (same && foreign.status >= 400 && foreign.status < 500) return;
        const statuses = `${String(foreign.status)} and ${String(absent.status)}`;
        wrong.push(`${operation.operationId}: ${statuses} for an unknown id`);
      });
      expect(wrong).toEqual([]);
    }, 60_000);

    it('are real: their owners read each of them', async () => {
      const wrong: string[] = [];
      const reads = ofRecords.filter(
        (operation) => operation.method === 'GET' && records.has(operation),
      );
      await mapConcurrent(reads, CONCURRENCY, async (operation) => {
        const { token } = records.ownerOf(operation);
        const path = pathWith(operation, (name) => records.idOf(operation, name));
        const { status } = await client.call('GET', path, { token });
        // 400: the operation requires parameters of a query, which it parses once the caller is admitted.
        if (status !== 200 && status !== 400)
          wrong.push(`${operation.operationId}: ${String(status)}`);
      });
      expect(wrong).toEqual([]);
      expect(reads.length).toBeGreaterThan(8);
    }, 60_000);
  });
});
