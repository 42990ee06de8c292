/** The base of intake: Express and a transaction of three writes per request. */
import { randomUUIDv7 } from 'node:crypto';
import express from 'express';
import mongoose from 'mongoose';

const connection = await mongoose
  .createConnection(process.env['MONGO_URL'] ?? '', { dbName: 'bench_base', maxPoolSize: 64 })
  .asPromise();
const collections = ['conversions', 'outbox', 'dedup'] as const;
for (const name of collections) {
  await connection.createCollection(name).catch(() => undefined);
}

const app = express();
app.use(express.json());
app.post('/intake', async (req, res) => {
  const document = { ...(req.body as object), at: new Date() };
  await connection.transaction(async (session) => {
    for (const name of collections) {
      await connection
        .collection<{ _id: string }>(name)
        .insertOne({ ...document, _id: randomUUIDv7() }, { session });
    }
  });
  res.status(201).json({ success: true });
});
app.listen(Number(process.env['BASE_PORT']));
