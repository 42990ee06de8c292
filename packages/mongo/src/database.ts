import type mongoose from 'mongoose';

/** The driver's own handle, for collections that need no schema. */
export function databaseOf(connection: mongoose.Connection): mongoose.mongo.Db {
  if (connection.db === undefined) throw new Error('The connection to MongoDB is not open');
  return connection.db;
}
