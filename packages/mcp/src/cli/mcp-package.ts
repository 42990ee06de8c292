/** Makes the tarball of the MCP server, as it is published: `npm run tool -- mcp-package [DIRECTORY]`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildPackage } from '../package/build-package.ts';

const target = resolve(process.argv[2] ?? '.');
const work = mkdtempSync(join(tmpdir(), 'tributary-mcp-'));
try {
  await buildPackage(work);
  execFileSync('npm', ['pack', '--pack-destination', target], { cwd: work, stdio: 'inherit' });
} finally {
  rmSync(work, { recursive: true, force: true });
}
