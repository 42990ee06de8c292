import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createTributary } from '@tributary/sdk';
import { Confirmations } from './confirmation.ts';
import { readConfig } from './config.ts';
import { createServer } from './server.ts';

const CAMPAIGN = '01975b3c-7c00-7000-8000-00000000c001';
const OTHER = '01975b3c-7c00-7000-8000-00000000c002';

/** The settings of a client that starts the server. */
interface Settings {
  readonly mcpServers: {
    readonly tributary: { readonly args: string[]; readonly env: Record<string, string> };
  };
}

interface ClientOptions {
  readonly allowWrites?: boolean;
  /** How the person answers; without it the client shows no questions. */
  readonly confirms?: 'accept' | 'decline';
}

/** A client of the same library, connected to a server over a platform that keeps its calls. */
async function connect({ allowWrites = false, confirms }: ClientOptions = {}) {
  const calls: string[] = [];
  const api = createTributary({
    baseUrl: 'https://api.example.com',
    auth: 'trk_1',
    fetch: (url, { method = '', body }) => {
      const { pathname, search } = new URL(url);
      calls.push(`${method} ${pathname}${search} ${typeof body === 'string' ? body : ''}`.trim());
      const isUnknown = pathname.endsWith(OTHER);
      const answer = isUnknown
        ? { error: 'campaign_not_found', message: 'No such campaign', detail: '' }
        : { id: CAMPAIGN, campaigns: [{ name: 'One' }, { name: 'Two' }], pagination: {} };
      return Promise.resolve(Response.json(answer, { status: isUnknown ? 404 : 200 }));
    },
  });
  const capabilities = confirms === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  const questions: string[] = [];
  if (confirms !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return confirms === 'accept'
        ? { action: 'accept', content: { confirm: true } }
        : { action: 'decline' };
    });
  const [one, two] = InMemoryTransport.createLinkedPair();
  const server = createServer({ api, allowWrites, version: '1' });
  await Promise.all([server.connect(one), client.connect(two)]);
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const answer = await client.callTool({ name, arguments: input });
    const { content, isError = false } = CallToolResultSchema.parse(answer);
    const [first] = content;
    return { isError, text: first?.type === 'text' ? first.text : '' };
  };
  return { client, call, calls, questions };
}

describe('the MCP server', () => {
  it('offers tools that read, marked as such, and no others by default', async () => {
    const { client, call } = await connect();
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(10);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(tools.map(({ name }) => name)).not.toContain('review_conversion');
    expect((await call('review_conversion')).isError).toBe(true);
  });

  it('calls the API with at most as many records as wanted', async () => {
    const { call, calls } = await connect();
    const { text } = await call('list_campaigns', { status: 'active', limit: 1 });
    expect(JSON.parse(text)).toEqual([{ name: 'One' }]);
    expect(calls).toEqual(['GET /api/brand/campaigns?per_page=100&status=active']);
  });

  it('refuses input that the tool does not have, and passes refusals of the platform on', async () => {
    const { call, calls } = await connect();
    expect((await call('list_campaigns', { path: '/api/admin' })).isError).toBe(true);
    expect((await call('get_campaign_performance', { campaign_id: '../x' })).isError).toBe(true);
    expect(calls).toEqual([]);
    const { isError, text } = await (
      await connect({ allowWrites: true, confirms: 'accept' })
    ).call('set_campaign_status', { campaign_id: OTHER, status: 'paused' });
    expect([isError, JSON.parse(text)]).toMatchObject([true, { error: 'campaign_not_found' }]);
  });

  it('lets the person confirm a change, and does nothing where they refuse', async () => {
    const input = { campaign_id: CAMPAIGN, status: 'paused' };
    const willing = await connect({ allowWrites: true, confirms: 'accept' });
    expect((await willing.call('set_campaign_status', input)).isError).toBe(false);
    expect(willing.questions).toEqual([`The campaign ${CAMPAIGN} will be paused`]);
    expect(willing.calls).toEqual([`PUT /api/brand/campaigns/${CAMPAIGN} {"status":"paused"}`]);
    const unwilling = await connect({ allowWrites: true, confirms: 'decline' });
    expect((await unwilling.call('set_campaign_status', input)).isError).toBe(true);
    // A confirmation does not replace the person where a person can be.
    await unwilling.call('set_campaign_status', { ...input, confirmation: 'x' });
    expect(unwilling.calls).toEqual([]);
  });

  it('needs two calls with the same input where the client shows no questions', async () => {
    const { call, calls } = await connect({ allowWrites: true });
    const input = { campaign_id: CAMPAIGN, status: 'active' };
    const first = JSON.parse((await call('set_campaign_status', input)).text) as {
      done: boolean;
      confirmation: string;
    };
    expect([first.done, calls]).toEqual([false, []]);
    const { confirmation } = first;
    const changed = { ...input, status: 'paused', confirmation };
    expect((await call('set_campaign_status', changed)).isError).toBe(true);
    expect(calls).toEqual([]);
    const second = await call('set_campaign_status', { ...input, confirmation });
    expect([second.isError, calls.length]).toEqual([false, 1]);
    const again = await call('set_campaign_status', { ...input, confirmation });
    expect([again.isError, calls.length]).toEqual([true, 1]);
  });

  it('forgets confirmations after five minutes, and the oldest of a hundred', () => {
    let now = 0;
    const confirmations = new Confirmations(() => now);
    const token = confirmations.issue('a', { x: 1 });
    now = 5 * 60_000;
    expect(confirmations.accept(token, 'a', { x: 1 })).toBe(false);
    const tokens = Array.from({ length: 101 }, (_, index) => confirmations.issue('a', index));
    expect(confirmations.accept(tokens[0] ?? '', 'a', 0)).toBe(false);
    expect(confirmations.accept(tokens[1] ?? '', 'a', 1)).toBe(true);
  });

  it('starts with an API key alone', () => {
    const env = { TRIBUTARY_URL: 'https://api.example.com', TRIBUTARY_API_KEY: 'trk_1' };
    expect(readConfig([], env)).toMatchObject({ allowWrites: false });
    expect(readConfig(['--allow-writes'], env)).toMatchObject({ allowWrites: true });
    expect(() => readConfig([], { ...env, TRIBUTARY_API_KEY: 'eyJ' })).toThrow(
      'must be an API key',
    );
    expect(() => readConfig([], {})).toThrow('TRIBUTARY_URL');
  });

  it('starts as its page shows', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/mcp.md'), 'utf8');
    const settings = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '') as Settings;
    const { args, env } = settings.mcpServers.tributary;
    expect(readConfig(args.slice(1), env)).toMatchObject({ url: 'https://api.example.com' });
  });
});
