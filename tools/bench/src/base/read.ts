/** The bare engine of a list: the same JSON from memory by Express, with no token and no gateway. */
import express from 'express';

const body = JSON.parse(process.env['BASE_BODY'] ?? '[]') as unknown;
const app = express();
app.get('/list', (_req, res) => {
  res.json(body);
});
app.listen(Number(process.env['BASE_PORT']));
