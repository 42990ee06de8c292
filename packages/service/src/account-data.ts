import { Readable } from 'node:stream';
import { type ServiceId, storingServices } from '@tributary/catalog';
import { unavailable } from '@tributary/errors';
import { type AccountData } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import { type InnerClient } from './http/inner-client.ts';
import { reply, route } from './http/route.ts';

/** No path of the gateway. */
const PATH = '/account-data';
/** The maximum time of an export. */
const TOTAL_TIMEOUT_MS = 30 * MINUTE_MS;

export const ACCOUNT_DATA_TYPE = 'application/x-ndjson';

/** What a service stores of an account, as JSON Lines. */
export async function* accountDataLines(
  service: ServiceId,
  accountData: AccountData,
  accountId: string,
): AsyncGenerator<string> {
  for await (const row of accountData(accountId)) {
    yield `${JSON.stringify({ service, ...row })}\n`;
  }
}

interface Parts {
  readonly accountData: AccountData;
}

/** Streams to identity what this service stores of the account of the access token. */
export const streamAccountDataRoute = (service: ServiceId, { accountData }: Parts) =>
  route({
    operationId: 'streamAccountData',
    method: 'get',
    path: PATH,
    summary: 'What this service exports of the caller’s account',
    allow: 'signed_in',
    permission: 'deletion:read',
    internal: true,
    handle: ({ actor }) => {
      const body = Readable.from(accountDataLines(service, accountData, actor.id));
      return Promise.resolve(reply(200, { body, headers: { 'content-type': ACCOUNT_DATA_TYPE } }));
    },
  });

/** What the other services store of an account. */
export interface OtherAccountData {
  /**
   * Opens the answers of all of them before the first is read, so that one that is away fails the
   * export at its start.
   * @param authorization the owner's `Authorization` header
   * @throws unavailable account_data_unavailable
   */
  open(authorization: string): Promise<AsyncGenerator<Buffer>>;
}

const isFulfilled = <T>(result: PromiseSettledResult<T>): result is PromiseFulfilledResult<T> =>
  result.status === 'fulfilled';

async function* joined(bodies: readonly Readable[]): AsyncGenerator<Buffer> {
  try {
    for (const body of bodies) yield* body as AsyncIterable<Buffer>;
  } finally {
    for (const body of bodies) body.destroy();
  }
}

/** Opens a client of `streamAccountData` of every other service with a database. */
export function openOtherAccountData(own: ServiceId, client: InnerClient): OtherAccountData {
  const others = storingServices.filter((service) => service !== own);

  const openOne = async (service: ServiceId, authorization: string): Promise<Readable> => {
    const call = { service, path: PATH, authorization, timeoutMs: TOTAL_TIMEOUT_MS };
    const { statusCode, body } = await client.get(call);
    // A stream that fails before it is read must not end the process.
    body.on('error', () => undefined);
    if (statusCode === 200) return body;
    await body.dump();
    throw new Error(`${service} answered ${String(statusCode)}`);
  };

  return {
    open: async (authorization) => {
      const results = await Promise.allSettled(
        others.map((service) => openOne(service, authorization)),
      );
      const bodies = results.filter(isFulfilled).map(({ value }) => value);
      const failed = results.find((result) => result.status === 'rejected');
      if (failed === undefined) return joined(bodies);
      for (const body of bodies) body.destroy();
      throw unavailable('account_data_unavailable', {
        message: 'Not every part of the data can be read at the moment; try again later',
        retryAfterSeconds: 60,
        cause: failed.reason,
      });
    },
  };
}
