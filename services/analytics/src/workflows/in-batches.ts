/** The number of rows whose names are read at once. */
const BATCH = 500;

/** Maps a stream batch by batch. */
export async function* inBatches<Row, Shown>(
  rows: AsyncIterable<Row>,
  show: (batch: Row[]) => Promise<Shown[]>,
): AsyncGenerator<Shown> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield* await show(batch);
    batch = [];
  }
  yield* await show(batch);
}
