/** The part of the driver's cursor that is used here. */
interface BatchedCursor<Row> {
  next: () => Promise<Row | null>;
  readBufferedDocuments: () => Row[];
  close: () => Promise<void>;
}

/** A cursor's rows in the batches of the wire protocol: awaiting each row costs more than reading it. */
export async function* batchesOf<Row>(cursor: BatchedCursor<Row>): AsyncGenerator<Row[]> {
  try {
    for (let row = await cursor.next(); row !== null; row = await cursor.next()) {
      yield [row, ...cursor.readBufferedDocuments()];
    }
  } finally {
    await cursor.close();
  }
}
