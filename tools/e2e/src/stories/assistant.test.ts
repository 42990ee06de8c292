import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { createServer } from '@tributary/mcp';
import { type Schemas } from '@tributary/sdk';
import {
  Client,
  createFixture,
  type Fixture,
  follow,
  type Person,
  post,
  untilMatches,
} from '../client.ts';
import { sharedSystem } from '../shared-system.ts';

type Scopes = Schemas['CreateApiKeyRequest']['scopes'];

/** Tests the MCP server with the client of the same library, in a system that other suites share. */
describe('an assistant', () => {
  let client: Client;
  let fixture: Fixture;

  beforeAll(async () => {
    client = new Client(sharedSystem());
    fixture = await createFixture(client);
  });

  /** Calls tools with a key of these scopes; its client cannot put a question to a person. */
  async function connect({ token }: Person, scopes: Scopes) {
    const { key } = await client.sdk(token).apiKeys.create({ name: 'assistant', scopes });
    const api = client.sdk(key);
    const mcp = new McpClient({ name: 'test', version: '1' });
    const [one, two] = InMemoryTransport.createLinkedPair();
    const server = createServer({ api, allowWrites: true, version: '1' });
    await Promise.all([server.connect(one), mcp.connect(two)]);
    return async (name: string, input: Record<string, unknown> = {}) => {
      const answer = await mcp.callTool({ name, arguments: input });
      const { content, isError } = CallToolResultSchema.parse(answer);
      const [first] = content;
      return { isError, body: JSON.parse(first?.type === 'text' ? first.text : '') };
    };
  }

  it('lets an assistant find an order, approve it in two steps, and explain its commission', async () => {
    const { brand, affiliate, trackingCode } = fixture;
    const conversion = await post(client, await follow(client, trackingCode), 'mcp-1', '50.00');
    const asBrand = await connect(brand, ['conversions:read', 'conversions:write']);
    expect((await asBrand('list_conversions')).body[0]).toMatchObject({
      id: conversion,
      order_id: 'mcp-1',
    });
    const decision = { conversion_id: conversion, decision: 'approved' };
    const { body: waiting } = await asBrand('review_conversion', decision);
    expect(waiting.done).toBe(false);
    const { confirmation } = waiting;
    expect((await asBrand('review_conversion', { ...decision, confirmation })).body).toMatchObject({
      id: conversion,
      status: 'approved',
    });
    await untilMatches(
      () => client.sdk(affiliate.token).commissions.list(),
      (list) => list.length === 1,
    );
    const asAffiliate = await connect(affiliate, ['commissions:read']);
    const { body: commissions } = await asAffiliate('list_commissions');
    const explained = await asAffiliate('explain_commission', { commission_id: commissions[0].id });
    expect(explained.body.commission).toMatchObject({ amount: 5, order_id: 'mcp-1' });
  });

  it('does no more than the scopes of its key allow', async () => {
    const call = await connect(fixture.brand, ['campaigns:read']);
    expect((await call('list_campaigns')).body).toHaveLength(1);
    const refused = await call('list_conversions');
    expect([refused.isError, refused.body.error]).toEqual([true, 'missing_scope']);
  });
});
