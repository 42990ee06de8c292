#!/usr/bin/env node
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createTributary } from '@tributary/sdk';
import manifest from '../package.json' with { type: 'json' };
import { readConfig, USAGE } from './config.ts';
import { createServer } from './server.ts';

async function main(): Promise<void> {
  const {
    url: baseUrl,
    apiKey: auth,
    allowWrites,
  } = readConfig(process.argv.slice(2), process.env);
  const api = createTributary({ baseUrl, auth });
  const server = createServer({ api, allowWrites, version: manifest.version });
  await server.connect(new StdioServerTransport());
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 64;
}
