import produce from 'kafkajs/src/protocol/requests/produce/index.js';
import { ByteWriter, varintSize } from './byte-writer.ts';
import { crc32c } from './crc32c.ts';

/** From this version of the request on, messages travel as record batches. */
const RECORD_BATCHES_SINCE = 3;
const MAGIC = 2;

let patched = false;

/**
 * kafkajs makes an encoder of half a kilobyte for each header, message, batch and topic, and copies
 * each into the next: 15 µs a message. This writes the same bytes in one go.
 */
export function patchProduce(): void {
  if (patched) return;
  patched = true;
  const { protocol } = produce;
  produce.protocol = ({ version }) => {
    const make = protocol({ version });
    if (version < RECORD_BATCHES_SINCE) return make;
    return (parts) => {
      const { request, response } = make(parts);
      if (!isPlain(parts)) return { request, response };
      const encode = () => Promise.resolve(encodeProduce(parts));
      return { request: { ...request, encode }, response };
    };
  };
}

/** What this package sends: no compression, no transactions, no timestamps of its own. */
const isPlain = ({ compression, transactionalId, topicData }: produce.Parts): boolean =>
  !compression &&
  transactionalId === undefined &&
  topicData.every(({ partitions }) =>
    partitions.every(({ messages }) => messages.every(({ timestamp }) => timestamp === undefined)),
  );

/** Keys, headers and framing of a message, roughly. */
const BESIDES_VALUE = 512;

function expectedSize({ topicData }: produce.Parts): number {
  let size = BESIDES_VALUE;
  for (const { partitions } of topicData) {
    for (const { messages } of partitions) {
      for (const { value } of messages) size += BESIDES_VALUE + (value?.length ?? 0);
    }
  }
  return size;
}

/** The body of a produce request, as kafkajs takes it from its own encoders. */
export function encodeProduce(parts: produce.Parts, nowMs = Date.now()): produce.Encoded {
  const writer = new ByteWriter(expectedSize(parts));
  writer.int16(-1);
  writer.int16(parts.acks);
  writer.int32(parts.timeout);
  writer.int32(parts.topicData.length);
  for (const { topic, partitions } of parts.topicData) {
    const bytes = Buffer.byteLength(topic);
    writer.int16(bytes);
    writer.text(topic, bytes);
    writer.int32(partitions.length);
    for (const partition of partitions) writeBatch(writer, parts, partition, nowMs);
  }
  return { buf: writer.written, buffer: writer.written };
}

function writeBatch(
  writer: ByteWriter,
  parts: produce.Parts,
  { partition, messages, firstSequence }: produce.PartitionData,
  nowMs: number,
): void {
  // Partition ids come as the keys of an object.
  writer.int32(Number(partition));
  const sizeAt = writer.position;
  writer.int32(0);
  const batchAt = writer.position;
  writer.int64(0n);
  writer.int32(0);
  const leaderEpochAt = writer.position;
  writer.int32(0);
  writer.int8(MAGIC);
  const crcAt = writer.position;
  writer.int32(0);
  const checkedFrom = writer.position;
  writer.int16(0);
  writer.int32(messages.length - 1);
  writer.int64(BigInt(nowMs));
  writer.int64(BigInt(nowMs));
  writer.int64(BigInt(String(parts.producerId ?? -1)));
  writer.int16(parts.producerEpoch ?? 0);
  writer.int32(firstSequence);
  writer.int32(messages.length);
  messages.forEach((message, index) => {
    writeRecord(writer, message, index);
  });
  const end = writer.position;
  writer.patchInt32(sizeAt, end - batchAt);
  writer.patchInt32(leaderEpochAt - 4, end - leaderEpochAt);
  writer.patchInt32(crcAt, crc32c(writer.written, checkedFrom, end));
}

type Bytes = string | Buffer | null;

const lengthOf = (bytes: Bytes): number => (bytes === null ? -1 : Buffer.byteLength(bytes));

const sizeWithLength = (length: number): number => varintSize(length) + Math.max(0, length);

function writeBytes(writer: ByteWriter, bytes: Bytes, length: number): void {
  writer.varint(length);
  if (typeof bytes === 'string') writer.text(bytes, length);
  else if (bytes !== null) writer.bytes(bytes);
}

/** Names of headers are few; each is kept as it stands on the wire. */
const headerNames = new Map<string, Buffer>();
const MAX_NAMES = 100;

function encodedName(name: string): Buffer {
  const known = headerNames.get(name);
  if (known !== undefined) return known;
  const writer = new ByteWriter(64);
  writeBytes(writer, name, Buffer.byteLength(name));
  const encoded = Buffer.from(writer.written);
  if (headerNames.size < MAX_NAMES) headerNames.set(name, encoded);
  return encoded;
}

function writeRecord(writer: ByteWriter, message: produce.Message, offset: number): void {
  const { key = null, value, headers = {} } = message;
  const keyLength = lengthOf(key);
  const valueLength = lengthOf(value);
  const names = Object.keys(headers);
  // Attributes and the difference in time take a byte each.
  let size = 2 + varintSize(offset) + sizeWithLength(keyLength) + sizeWithLength(valueLength);
  size += varintSize(names.length);
  for (const name of names) {
    size += encodedName(name).length + sizeWithLength(lengthOf(headers[name] ?? null));
  }
  writer.varint(size);
  writer.int8(0);
  writer.int8(0);
  writer.varint(offset);
  writeBytes(writer, key, keyLength);
  writeBytes(writer, value, valueLength);
  writer.varint(names.length);
  for (const name of names) {
    const text = headers[name] ?? null;
    writer.bytes(encodedName(name));
    writeBytes(writer, text, lengthOf(text));
  }
}
