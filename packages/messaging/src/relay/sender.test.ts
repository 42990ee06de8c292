import type { KafkaPort, OutgoingMessage, Producer, Refusal } from '../port.ts';
import { createSender } from './sender.ts';

const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const message = (key: string): OutgoingMessage => ({ topic: 't', key, value: '{}', headers: {} });

/** A port with a scripted outcome for each send, which records what producers had to send. */
function scripted(answers: ('ok' | 'lost' | Refusal)[]) {
  const sends: { producer: number; messages: readonly OutgoingMessage[] }[] = [];
  const closed: number[] = [];
  let producers = 0;
  const openProducer = (): Promise<Producer> => {
    producers += 1;
    const producer = producers;
    return Promise.resolve({
      send: (messages) => {
        sends.push({ producer, messages });
        const answer = answers.shift() ?? 'ok';
        return answer === 'ok' ? Promise.resolve() : Promise.reject(new Error(answer));
      },
      close: () => {
        closed.push(producer);
        return Promise.resolve();
      },
    });
  };
  const refusalOf = (error: unknown): Refusal | undefined => {
    const { message: text } = error as Error;
    return text === 'message' || text === 'topic' ? text : undefined;
  };
  const versions = { refresh: () => Promise.resolve(), held: () => new Set<string>() };
  const port = { openProducer, refusalOf, versions } as unknown as KafkaPort;
  return { sends, closed, port };
}

const stopping = new AbortController();
// Pauses return at once.
stopping.abort();

describe('the sender', () => {
  const senderOf = ({ port }: { port: KafkaPort }, maySend = () => true) =>
    createSender({ port, log, maySend, stopping: stopping.signal });

  it('repeats the identical batch with the same producer, because the broker would drop a different one', async () => {
    const script = scripted(['lost', 'lost', 'ok']);
    const batch = [message('a'), message('b')];
    expect(await senderOf(script).send(batch)).toBe('acknowledged');
    expect(script.sends).toEqual([1, 1, 1].map((producer) => ({ producer, messages: batch })));
  });

  it('closes the producer and its sequence numbers when it may not repeat the batch', async () => {
    const script = scripted(['lost']);
    let tries = 0;
    const sender = senderOf(script, () => (tries += 1) !== 2);
    expect(await sender.send([message('a')])).toBe('abandoned');
    expect(script.closed).toEqual([1]);
    expect(await sender.send([message('b')])).toBe('acknowledged');
    expect(script.sends.map(({ producer }) => producer)).toEqual([1, 2]);
  });

  it('closes it after a refusal too, and after three failures in a row', async () => {
    const script = scripted(['message', 'lost', 'lost', 'lost', 'ok']);
    const sender = senderOf(script);
    expect(await sender.send([message('a')])).toBe('message');
    expect(await sender.send([message('b')])).toBe('acknowledged');
    expect(script.sends.map(({ producer }) => producer)).toEqual([1, 2, 2, 2, 3]);
  });

  it('logs the failures of an outage in one line without a stack', async () => {
    const script = scripted(['lost', 'lost', 'lost', 'lost', 'ok']);
    const lines: object[] = [];
    const sender = createSender({
      port: script.port,
      log: { ...log, warn: (facts: object) => lines.push(facts) },
      maySend: () => true,
      stopping: stopping.signal,
    });
    expect(await sender.send([message('a')])).toBe('acknowledged');
    expect(lines).toEqual([{ count: 1, reason: 'lost' }]);
  });

  it('tries an unknown topic three times, because it may be about to be created', async () => {
    const script = scripted(['topic', 'topic', 'ok', 'topic', 'topic', 'topic']);
    const sender = senderOf(script);
    expect(await sender.send([message('a')])).toBe('acknowledged');
    expect(await sender.send([message('a')])).toBe('topic');
  });
});
