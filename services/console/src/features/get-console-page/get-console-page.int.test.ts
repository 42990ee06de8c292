import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningConsole, startConsole } from '../../app.ts';
import { readConsoleConfig } from '../../config.ts';

let folder: string;
let running: RunningConsole;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><div id="root"></div>');
  writeFileSync(join(folder, 'assets', 'main-1a.js'), 'export {};');
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    HTTP_PORT: '0',
    OPS_PORT: '0',
    CONSOLE_NAME: 'Acme Partners',
    CONSOLE_ACCENT: '#0f766e',
  };
  running = await startConsole(readConsoleConfig(env), folder);
});

afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(running.url + path, { headers });

describe('the console', () => {
  it('answers every path with the page, which is revalidated at each visit', async () => {
    for (const path of ['/', '/campaigns/1', '/settings/account']) {
      const response = await get(path);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const etag = response.headers.get('etag') ?? '';
      expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    }
  });

  it('allows no script or style but its own files', async () => {
    const policy = (await get('/')).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  it('serves files that are named by their content for ever, and no others', async () => {
    const script = await get('/console/assets/main-1a.js');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('content-encoding')).toBe('gzip');
    expect(await script.text()).toBe('export {};');
    for (const path of ['/console/assets/main-2b.js', '/console/logo', '/console/../index.js'])
      expect((await get(path)).headers.get('cache-control') ?? '').not.toContain('immutable');
    expect((await get('/console/assets/main-2b.js')).status).toBe(404);
  });

  it('states the platform’s name and colours', async () => {
    expect(await (await get('/console/brand.json')).json()).toEqual({
      name: 'Acme Partners',
      logo: null,
    });
    expect(await (await get('/console/brand.css')).text()).toContain('--brand: #0f766e');
  });
});
