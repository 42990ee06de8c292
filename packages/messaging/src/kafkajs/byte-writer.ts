/** How many bytes a number takes as Kafka's zig-zag varint. */
export function varintSize(value: number): number {
  const bits = 32 - Math.clz32((value << 1) ^ (value >> 31));
  return bits <= 7 ? 1 : Math.ceil(bits / 7);
}

/** Writes Kafka's primitives into one growing buffer, big-endian. */
export class ByteWriter {
  #buffer: Buffer;
  #at = 0;

  /** Grows beyond `firstSize` bytes as needed. */
  constructor(firstSize: number) {
    this.#buffer = Buffer.allocUnsafe(firstSize);
  }

  get position(): number {
    return this.#at;
  }

  /** What was written; valid until the writer is used again. */
  get written(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }

  /** Starts again in the same buffer. */
  clear(): void {
    this.#at = 0;
  }

  /** Makes room for `bytes`, which are then written without a check. */
  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#at + bytes));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }

  int8(value: number): void {
    this.#reserve(1);
    this.#at = this.#buffer.writeInt8(value, this.#at);
  }

  int16(value: number): void {
    this.#reserve(2);
    this.#at = this.#buffer.writeInt16BE(value, this.#at);
  }

  int32(value: number): void {
    this.#reserve(4);
    this.#at = this.#buffer.writeInt32BE(value | 0, this.#at);
  }

  int64(value: bigint): void {
    this.#reserve(8);
    this.#at = this.#buffer.writeBigInt64BE(value, this.#at);
  }

  varint(value: number): void {
    this.#reserve(5);
    let rest = ((value << 1) ^ (value >> 31)) >>> 0;
    while (rest > 0x7f) {
      this.#buffer[this.#at] = (rest & 0x7f) | 0x80;
      this.#at += 1;
      rest >>>= 7;
    }
    this.#buffer[this.#at] = rest;
    this.#at += 1;
  }

  /** `bytes` is the text's length in UTF-8. */
  text(text: string, bytes: number): void {
    this.#reserve(bytes);
    // One byte a character: no character beyond ASCII.
    const encoding = bytes === text.length ? 'latin1' : 'utf8';
    this.#buffer.write(text, this.#at, bytes, encoding);
    this.#at += bytes;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** The bytes of another writer. */
  append(other: ByteWriter): void {
    this.#reserve(other.#at);
    other.#buffer.copy(this.#buffer, this.#at, 0, other.#at);
    this.#at += other.#at;
  }

  /** Writes a number into space that was reserved for it. */
  patchInt32(position: number, value: number): void {
    this.#buffer.writeInt32BE(value | 0, position);
  }
}
