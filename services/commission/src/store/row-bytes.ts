import mongoose from 'mongoose';

const DOUBLE = 0x01;
const STRING = 0x02;
const OBJECT = 0x03;
const ARRAY = 0x04;
const BOOLEAN = 0x08;
const DATE = 0x09;
const NULL = 0x0a;
const INT32 = 0x10;
const TIMESTAMP = 0x11;
const INT64 = 0x12;

const SIZE_BYTES = 4;
const END = '\0';
const TWO_TO_32 = 0x1_0000_0000;
const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * Decodes a batch, the bytes of a BSON array of documents. For millions of rows with known fields this takes a third of
 * the time of the driver's general decoder.
 */
export function readRows<Row>(batch: Uint8Array, make: (row: RowBytes) => Row): Row[] {
  const row = new RowBytes(Buffer.from(batch.buffer, batch.byteOffset, batch.byteLength));
  const rows: Row[] = [];
  while (row.advance()) rows.push(make(row));
  return rows;
}

/** The sizes in bytes of the types that have a fixed one. */
const FIXED_SIZES: Readonly<Record<number, number>> = {
  [DOUBLE]: 8,
  [BOOLEAN]: 1,
  [DATE]: 8,
  [NULL]: 0,
  [INT32]: 4,
  [TIMESTAMP]: 8,
  [INT64]: 8,
};

/** The size in bytes of a BSON value that begins at `from`; undefined for a type that is not read here. */
export function valueSize(
  bytes: Buffer,
  type: number | undefined,
  from: number,
): number | undefined {
  if (type === OBJECT || type === ARRAY) return bytes.readInt32LE(from);
  if (type === STRING) return SIZE_BYTES + bytes.readInt32LE(from);
  return FIXED_SIZES[type ?? 0];
}

/**
 * One row of a batch, with fields read by name. All texts of the batch are slices of one string, and the search for a
 * field begins where the last one ended: reading fields in their stored order is fastest.
 */
export class RowBytes {
  private readonly bytes: Buffer;
  private readonly text: string;
  private at = 0;
  private from = 0;
  private end = SIZE_BYTES;
  /** False after a type that this decoder does not know. */
  private isKnown = true;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.text = bytes.toString('latin1');
  }

  /** Moves to the next row. @returns false after the last one */
  advance(): boolean {
    if (this.bytes[this.end] !== OBJECT) return false;
    // The row follows its type and its number in the array.
    this.from = this.text.indexOf(END, this.end + 1) + 1;
    this.end = this.from + this.bytes.readInt32LE(this.from);
    this.rewind();
    return true;
  }

  /** @param name of ASCII letters. @returns undefined where the row has no such field */
  get(name: string): unknown {
    const value = this.isAt(name) || this.isFound(name) ? this.takeValue(name) : undefined;
    return this.isKnown ? value : this.readByDriver()[name];
  }

  private rewind(): void {
    this.at = this.from + SIZE_BYTES;
    this.isKnown = true;
  }

  private readByDriver(): Record<string, unknown> {
    this.rewind();
    return mongoose.mongo.BSON.deserialize(this.bytes.subarray(this.from, this.end));
  }

  private takeValue(name: string): unknown {
    const type = this.bytes[this.at];
    this.at += name.length + 2;
    return this.readValue(type);
  }

  private isAt(name: string): boolean {
    const { at, text } = this;
    return text.startsWith(name, at + 1) && text[at + 1 + name.length] === END;
  }

  /** Searches the row from its beginning. */
  private isFound(name: string): boolean {
    this.rewind();
    while (this.at < this.end - 1 && !this.isAt(name) && this.isKnown) {
      this.skip();
    }
    return this.at < this.end - 1;
  }

  private skip(): void {
    const from = this.text.indexOf(END, this.at + 1) + 1;
    const size = valueSize(this.bytes, this.bytes[this.at], from);
    this.isKnown = size !== undefined;
    this.at = from + (size ?? 0);
  }

  private readName(): string {
    const { at, text } = this;
    const end = text.indexOf(END, at + 1);
    this.at = end + 1;
    return this.slice(at + 1, end);
  }

  private readObject(): Record<string, unknown> {
    const end = this.at + this.bytes.readInt32LE(this.at) - 1;
    this.at += SIZE_BYTES;
    const row: Record<string, unknown> = {};
    while (this.at < end && this.isKnown) {
      const type = this.bytes[this.at];
      const name = this.readName();
      row[name] = this.readValue(type);
    }
    this.at = end + 1;
    return row;
  }

  private readValue(type: number | undefined): unknown {
    switch (type) {
      case STRING:
        return this.readText();
      case INT32:
        this.at += 4;
        return this.bytes.readInt32LE(this.at - 4);
      case DOUBLE:
        this.at += 8;
        return this.bytes.readDoubleLE(this.at - 8);
      case INT64:
        return this.readInt64();
      case DATE:
        return new Date(this.readInt64());
      case NULL:
        return null;
      case BOOLEAN:
        this.at += 1;
        return this.bytes[this.at - 1] === 1;
      case OBJECT:
        return this.readObject();
      case ARRAY:
        return Object.values(this.readObject());
      default:
        this.isKnown = false;
        return undefined;
    }
  }

  private readText(): string {
    const from = this.at + SIZE_BYTES;
    const to = from + this.bytes.readInt32LE(this.at) - 1;
    this.at = to + 1;
    return this.slice(from, to);
  }

  private slice(from: number, to: number): string {
    const text = this.text.slice(from, to);
    return BEYOND_ASCII.test(text) ? this.bytes.toString('utf8', from, to) : text;
  }

  private readInt64(): number {
    const low = this.bytes.readUInt32LE(this.at);
    const high = this.bytes.readInt32LE(this.at + 4);
    this.at += 8;
    return high * TWO_TO_32 + low;
  }
}
