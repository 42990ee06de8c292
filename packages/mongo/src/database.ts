import type mongoose from 'mongoose';

/** The driver’s database handle, for collections without a schema. */
export function databaseOf(connection: mongoose.Connection): mongoose.mongo.Db {
  if (connection.db === undefined) throw new Error('The connection to MongoDB is not open');
  return connection.db;
}
