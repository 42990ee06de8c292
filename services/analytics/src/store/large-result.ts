/**
 * For reports that become files: on a busy machine the database sorts a million groups for a minute before it
 * responds, longer than the default timeout of a connection. The batches are small, because by default the
 * database sends 16 MB at once.
 */
export const LARGE_RESULT = { allowDiskUse: true, socketTimeoutMS: 600_000, batchSize: 1_000 };
