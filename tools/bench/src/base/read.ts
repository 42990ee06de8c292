/** The base of a list: Express with the same JSON from memory, without a token or a gateway. */
import express from 'express';

const body = JSON.parse(process.env['BASE_BODY'] ?? '[]') as unknown;
const app = express();
app.get('/list', (_req, res) => {
  res.json(body);
});
app.listen(Number(process.env['BASE_PORT']));
