/** As far as a cursor of the driver is needed here. */
interface BatchedCursor<Row> {
  next: () => Promise<Row | null>;
  readBufferedDocuments: () => Row[];
  close: () => Promise<void>;
}

/** A cursor's rows as they come over the wire: waiting for each by itself costs more than reading it. */
export async function* batchesOf<Row>(cursor: BatchedCursor<Row>): AsyncGenerator<Row[]> {
  try {
    for (let row = await cursor.next(); row !== null; row = await cursor.next()) {
      yield [row, ...cursor.readBufferedDocuments()];
    }
  } finally {
    await cursor.close();
  }
}
