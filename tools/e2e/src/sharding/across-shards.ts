import mongoose from 'mongoose';
import { type Cluster } from './shard-directly.ts';

const DATABASE = 'tributary_commission';
const MAJORITY = { writeConcern: { w: 'majority', wtimeout: 30_000 } };

/** What each shard writes in the transaction. */
interface Part {
  readonly id: string;
  readonly client: mongoose.mongo.MongoClient;
  readonly session: mongoose.mongo.ClientSession;
}

/** The same session on every shard, as a mongos has it. */
function partsOf({ shards }: Cluster): Part[] {
  const id = { id: new mongoose.mongo.UUID().toBinary() };
  return [...shards].map(([shard, client]) => {
    const session = client.startSession();
    Object.assign(session.serverSession, { id, txnNumber: 1 });
    return { id: shard, client, session };
  });
}

/** One entry of a ledger on each shard, in one transaction, up to before its end. */
async function write(parts: readonly Part[], reference: string): Promise<void> {
  for (const [index, { id, client, session }] of parts.entries()) {
    const statement = {
      insert: 'two_shards',
      documents: [{ _id: `${reference}/${id}`, reference, amountMinor: index === 0 ? 100 : -100 }],
      txnNumber: mongoose.mongo.Long.fromNumber(1),
      startTransaction: true,
      autocommit: false,
      ...(index === 0 ? { coordinator: true } : {}),
    };
    await client.db(DATABASE).command(statement, { session });
  }
}

const ending = { txnNumber: mongoose.mongo.Long.fromNumber(1), autocommit: false, ...MAJORITY };

/** How many of the entries are stored, on all shards. */
async function stored({ shards }: Cluster, reference: string): Promise<number> {
  let count = 0;
  for (const client of shards.values()) {
    const entries = client.db(DATABASE).collection('two_shards');
    count += await entries.countDocuments({ reference }, { readConcern: { level: 'majority' } });
  }
  return count;
}

/**
 * Writes to both shards in one transaction and has the first coordinate its commit in two phases, as a mongos does; then one
 * that is aborted. Returns how many of the two entries each has left.
 */
export async function writeAcrossShards(
  cluster: Cluster,
): Promise<{ readonly committed: number; readonly aborted: number }> {
  for (const client of cluster.shards.values()) {
    await client.db(DATABASE).createCollection('two_shards');
  }
  const committing = partsOf(cluster);
  await write(committing, 'commit');
  const [coordinator] = committing;
  const participants = committing.map(({ id }) => ({ shardId: id }));
  const commit = { coordinateCommitTransaction: 1, participants, ...ending };
  await coordinator?.client.db('admin').command(commit, { session: coordinator.session });
  const aborting = partsOf(cluster);
  await write(aborting, 'abort');
  for (const { client, session } of aborting) {
    await client.db('admin').command({ abortTransaction: 1, ...ending }, { session });
  }
  await Promise.all([...committing, ...aborting].map(({ session }) => session.endSession()));
  return {
    committed: await stored(cluster, 'commit'),
    aborted: await stored(cluster, 'abort'),
  };
}
