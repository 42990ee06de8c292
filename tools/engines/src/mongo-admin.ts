import mongoose from 'mongoose';

type Admin = mongoose.mongo.Db;

/** Lets `work` command a MongoDB, by a connection of its own. Throws where none answers within a second. */
export const withAdmin = async <T>(url: string, work: (admin: Admin) => Promise<T>): Promise<T> => {
  const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: 1000 });
  try {
    return await work(client.db('admin'));
  } finally {
    await client.close();
  }
};
