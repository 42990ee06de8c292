// A shop on Express that reports its orders and receives webhooks:
//
//   npm install express @tributary/sdk
//   TRIBUTARY_URL=http://localhost:8080 TRIBUTARY_SIGNING_SECRET=… TRIBUTARY_WEBHOOK_SECRET=whsec_… node express-shop.mjs
import { randomUUID } from 'node:crypto';
import express from 'express';
import { createTributary, keepClicks } from '@tributary/sdk';

const {
  TRIBUTARY_URL,
  TRIBUTARY_SIGNING_SECRET,
  TRIBUTARY_WEBHOOK_SECRET,
  PORT = '3000',
} = process.env;

for (const name of ['TRIBUTARY_URL', 'TRIBUTARY_SIGNING_SECRET', 'TRIBUTARY_WEBHOOK_SECRET']) {
  if (!process.env[name]) throw new Error(`Set ${name}`);
}

const tributary = createTributary({
  baseUrl: TRIBUTARY_URL,
  signingSecret: TRIBUTARY_SIGNING_SECRET,
  webhookSecret: TRIBUTARY_WEBHOOK_SECRET,
});

const app = express();

// Before parsers of bodies: the signature covers the bytes as they came.
app.post('/webhooks', express.raw({ type: '*/*' }), async (request, response) => {
  try {
    const event = await tributary.webhooks.unwrap(request.body, request.headers);
    console.log(`webhook ${event.event} ${event.id}`);
    response.sendStatus(204);
  } catch (error) {
    response.status(400).send(error.code);
  }
});

// `secure` is false because this shop runs on http://localhost.
app.use(keepClicks({ secure: false }));

app.get('/', (_request, response) => {
  response.send(`<!doctype html>
<script async src="${TRIBUTARY_URL}/t/main.js" data-cookie="/kept-click"></script>
<h1>Oak chairs</h1>
<form method="post" action="/orders"><button>Buy one for 120.50</button></form>`);
});

app.post('/orders', async (request, response) => {
  const order = randomUUID();
  if (request.clickId !== undefined) {
    const { data } = await tributary.conversions.track({
      click_id: request.clickId,
      transaction_id: order,
      order_id: order,
      order_value: '120.50',
      currency: 'USD',
    });
    console.log(`order ${order} is conversion ${data.conversion_id}`);
  }
  response.status(201).json({ order, is_reported: request.clickId !== undefined });
});

app.listen(Number(PORT), () => console.log(`http://localhost:${PORT}`));
