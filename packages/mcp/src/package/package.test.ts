import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { buildPackage } from './build-package.ts';

it('the published file serves a client over stdin and stdout, alone in its folder', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tributary-mcp-'));
  try {
    await buildPackage(directory);
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(directory, 'tributary-mcp.js'), '--allow-writes'],
      env: { TRIBUTARY_URL: 'http://127.0.0.1:9', TRIBUTARY_API_KEY: 'trk_1' },
    });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['explain_commission', 'review_conversion']),
    );
    await client.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
