import { mock } from 'node:test';
import fc from 'fast-check';
import produce from 'kafkajs/src/protocol/requests/produce/index.js';
import { crc32c } from './crc32c.ts';
import { encodeProduce, patchProduce } from './fast-produce.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 300 });
const message = fc.record({
  key: fc.option(text, { nil: null }),
  value: fc.oneof(
    text,
    fc.constant(null),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  ),
  headers: fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), text, { maxKeys: 10 }),
});
const batch = fc.array(message, { minLength: 1, maxLength: 150 });

const NOW = 1_790_000_000_000;

const partsOf = (messages: readonly produce.Message[], producerId: string): produce.Parts => ({
  acks: -1,
  timeout: 5_000,
  producerId,
  producerEpoch: 3,
  topicData: [
    {
      topic: 'tracking.clicks',
      partitions: [
        { partition: '2', firstSequence: 17, messages },
        { partition: '0', firstSequence: 0, messages: messages.slice(0, 1) },
      ],
    },
  ],
});

describe('the produce request', () => {
  const original = produce.protocol;
  beforeAll(() => {
    mock.timers.enable({ apis: ['Date'], now: NOW });
  });
  afterAll(() => {
    mock.timers.reset();
  });

  it('has exactly the bytes of kafkajs’ own request, whatever is in the messages', async () => {
    await fc.assert(
      fc.asyncProperty(batch, fc.bigInt({ min: -1n, max: 2n ** 62n }), async (messages, id) => {
        const parts = partsOf(messages, String(id));
        const expected = await original({ version: 7 })(parts).request.encode();
        const { buffer } = encodeProduce(parts, NOW);
        expect(buffer.equals(expected.buffer)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('is encoded by kafkajs where a message has its own timestamp', async () => {
    patchProduce();
    const parts = partsOf([{ value: 'x', timestamp: '1700000000000' }], '-1');
    const expected = await original({ version: 7 })(parts).request.encode();
    const encoded = await produce.protocol({ version: 7 })(parts).request.encode();
    expect(encoded.buffer.equals(expected.buffer)).toBe(true);
  });
});

describe('crc32c', () => {
  it('gives the check value of the catalogue of CRCs', () => {
    expect(crc32c(Buffer.from('123456789'), 0, 9)).toBe(0xe3069283);
  });
});
