import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '@tributary/engines';
import { sharedSystem } from '../shared-system.ts';

const text = readFileSync(join(repositoryRoot(), 'README.md'), 'utf8');

/** What the README uses of jq, which not every machine has. */
const JQ = `#!${process.execPath}
const [, path] = process.argv.slice(2);
let input = '';
process.stdin.on('data', (chunk) => (input += chunk)).on('end', () => {
  const value = path.split('.').filter(Boolean).reduce((one, name) => one[name], JSON.parse(input));
  console.log(value);
});
`;

/** Tests the calls of the README as they stand there, in a system that other suites share. */
describe('the calls of the README', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tributary-readme-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  it('lead from two accounts to 12.00 that an affiliate has earned', async () => {
    writeFileSync(join(directory, 'jq'), JQ, { mode: 0o755 });
    const samples = [...text.matchAll(/^```bash\n(.*?)^```/gms)].map(([, sample = '']) => sample);
    const calls = samples.join('').replace('http://localhost:8080', sharedSystem().baseUrl);
    // The calls write to /dev/stderr, which a pipe of Node does not have.
    const program = `exec 2> '${directory}/shown'\n${calls}`;
    const env = { ...process.env, PATH: `${directory}:${process.env['PATH'] ?? ''}` };
    const { stdout } = await promisify(execFile)('bash', ['-euc', program], { env });
    const shown = readFileSync(join(directory, 'shown'), 'utf8');
    expect(stdout).toMatch(/^approved\nhttps:\/\/shop\.example\.com\/\?click_id=\S+\n/);
    expect(shown).toContain('"message":"Conversion tracked"');
    expect(stdout).toContain('"commission_created":true');
    expect(stdout).toContain('"available_balance":12,');
  });
});
