import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';

/** A database of its own on the MongoDB of the environment. */
export async function openTestDatabase(env: Readonly<NodeJS.ProcessEnv>) {
  const url = env['MONGO_URL'] ?? 'mongodb://127.0.0.1:27017/?replicaSet=rs0';
  const dbName = `test_work_${randomBytes(5).toString('hex')}`;
  const connection = await mongoose.createConnection(url, { dbName }).asPromise();
  if (connection.db === undefined) throw new Error('The connection to MongoDB is not open');
  return {
    db: connection.db,
    close: async () => {
      await connection.dropDatabase();
      await connection.close();
    },
  };
}
