/** The base of a stored list: Express and the same MongoDB query by the bare driver, without a token. */
import express from 'express';
import mongoose from 'mongoose';

const client = await new mongoose.mongo.MongoClient(process.env['MONGO_URL'] ?? '').connect();
const rows = client.db(process.env['BASE_DATABASE']).collection('commissions');
const affiliateId = process.env['BASE_AFFILIATE'] ?? '';

const app = express();
app.get('/list', async (_req, res) => {
  const newest = rows.find({ affiliateId }).sort({ createdAt: -1, _id: -1 });
  res.json(await newest.limit(50).toArray());
});
app.listen(Number(process.env['BASE_PORT']));
