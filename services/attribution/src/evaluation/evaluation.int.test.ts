import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testEnv } from '@tributary/testing';
import { attackNames, inventTraffic, networkList } from '@tributary/traffic';
import { mailboxHash } from '../assessing/device-hash.ts';
import { readAttributionConfig } from '../config.ts';
import { figuresOf } from './figures.ts';
import { reportOf } from './report.ts';
import { runWorld } from './run-world.ts';

const PEPPER = 'evaluation-pepper';
const DAY_MS = 86_400_000;

it('finds most of a small world’s fraud and hardly accuses anybody, by the service’s own code', async () => {
  const listFile = join(mkdtempSync(join(tmpdir(), 'networks-')), 'networks.txt');
  writeFileSync(listFile, networkList);
  const config = readAttributionConfig(
    testEnv({
      identityUrl: 'http://127.0.0.1:9',
      EMAIL_PEPPER: PEPPER,
      NETWORK_LIST_FILE: listFile,
    }),
  );
  const start = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 31 * DAY_MS);
  const hashEmail = (text: string): string => mailboxHash(PEPPER, text) ?? '';
  const size = { honest: 2, attackers: 1, honestOrders: 25, attackOrders: 20 };
  const traffic = inventTraffic({ seed: 1, form: 'plain', start, hashEmail, size });
  const { judged, wronglySuspected } = await runWorld(config, traffic, start);

  expect(judged).toHaveLength(traffic.world.conversions.length);
  const figures = figuresOf(judged);
  expect(figures.falsePositiveRate).toBeLessThan(0.03);
  expect(figures.recallSettled).toBeGreaterThan(0.85);
  expect(wronglySuspected).toBe(0);
  for (const { fraudScore, factors } of judged) {
    const sum = factors.reduce((total, { contribution }) => total + contribution, 0);
    expect(sum).toBeCloseTo(fraudScore, 9);
  }
  const text = reportOf([{ seed: 1, form: 'plain', judged, wronglySuspected }]);
  for (const name of attackNames) expect(text).toContain(name);
});
