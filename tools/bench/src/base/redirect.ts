/** The base of a redirect: Express and one GET from Redis; it records no click. */
import express from 'express';
import { Redis } from 'ioredis';

const redis = new Redis(process.env['REDIS_URL'] ?? '');
await redis.set('bench:link', 'https://shop.example.com/');

const app = express();
app.get('/r/:code', async (_req, res) => {
  res.redirect(302, (await redis.get('bench:link')) ?? '/');
});
app.listen(Number(process.env['BASE_PORT']));
