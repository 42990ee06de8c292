import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBus } from '@tributary/messaging';
import {
  deleteNamespaces,
  listTopicsOf,
  newNamespace,
} from '@tributary/messaging/testing/namespaces';
import { openNamespaceNotes } from './namespaces.ts';

const brokers = process.env['KAFKA_BROKERS'] ?? '';
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const directory = mkdtempSync(join(tmpdir(), 'tributary-namespaces-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** A namespace with a topic and its dead letters. */
async function openNamespace(): Promise<string> {
  const namespace = newNamespace('m', process.env);
  const options = { brokers: brokers.split(','), clientId: 'tests', log, topicPrefix: namespace };
  const bus = openBus(options);
  await bus.createTopics(['identity.users']);
  await bus.close();
  return namespace;
}

const topicsOf = (namespace: string) => listTopicsOf(brokers.split(','), [namespace]);
const waitUntilGone = async (namespace: string): Promise<void> => {
  while ((await topicsOf(namespace)).length > 0) await pause(50);
};

/** The id of a process that has ended. */
const endedPid = (): number => spawnSync(process.execPath, ['--version']).pid;

describe('the topics of a test run on shared engines', () => {
  it('are deleted at its end, and those of other runs stay', async () => {
    const notes = await openNamespaceNotes(directory, brokers);
    const [own, other] = [await openNamespace(), await openNamespace()];
    appendFileSync(notes.file, `${own}\n`);
    expect(await notes.deleteOwn()).toBe(2);
    await waitUntilGone(own);
    expect(await topicsOf(other)).toHaveLength(2);
    await deleteNamespaces(brokers.split(','), [other]);
    expect(await notes.deleteOwn()).toBe(0);
  });

  it('are deleted by the next run where theirs was killed, on the same broker', async () => {
    const killed = await openNamespaceNotes(directory, brokers, endedPid());
    const elsewhere = await openNamespaceNotes(directory, 'kafka.invalid:9092', endedPid());
    const [left, unreachable] = [await openNamespace(), await openNamespace()];
    appendFileSync(killed.file, `${left}\n`);
    appendFileSync(elsewhere.file, `${unreachable}\n`);
    const next = await openNamespaceNotes(directory, brokers);
    await waitUntilGone(left);
    expect(await topicsOf(unreachable)).toHaveLength(2);
    await deleteNamespaces(brokers.split(','), [unreachable]);
    expect(await next.deleteOwn()).toBe(0);
  });

  it('stay while another run of the folder goes on', async () => {
    const running = await openNamespaceNotes(directory, brokers, process.ppid);
    const namespace = await openNamespace();
    appendFileSync(running.file, `${namespace}\n`);
    await openNamespaceNotes(directory, brokers);
    expect(await running.deleteOwn()).toBe(2);
  });
});
