import { notFound } from '@tributary/errors';
import { type Session } from '@tributary/mongo';
import type { CreditNote, Invoice, InvoiceContent } from '../domain/invoice.ts';
import type {
  Collections,
  CommissionLineDocument,
  InvoiceDocument,
  PartyDocument,
} from './collections.ts';

const invoiceOf = ({ _id, ...invoice }: InvoiceDocument): Invoice => ({
  payoutId: _id,
  ...invoice,
});

const documentStore = ({ invoices, invoiceCounters }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /**
     * Issues a payout's invoice within the transaction that completes the payout, so that numbers have no gaps.
     * @returns its number in the affiliate's series, from 1
     */
    issue: async (payoutId: string, affiliateId: string, issuedAt: Date): Promise<number> => {
      const counter = await invoiceCounters.findOneAndUpdate(
        { _id: affiliateId },
        { $inc: { last: 1 } },
        { ...inSession, upsert: true, returnDocument: 'after' },
      );
      const number = counter?.last ?? 1;
      const blank = { affiliateId, number, issuedAt, isComplete: false, content: null };
      await invoices.insertOne({ _id: payoutId, ...blank }, inSession);
      return number;
    },

    /** @throws not_found */
    get: async (payoutId: string): Promise<Invoice> => {
      const doc = await invoices.findOne({ _id: payoutId }, inSession);
      if (doc !== null) return invoiceOf(doc);
      throw notFound('not_found', { message: 'There is no such invoice' });
    },

    /** Writes an invoice's content unless it has one. */
    complete: async (payoutId: string, content: InvoiceContent): Promise<void> => {
      const open = { _id: payoutId, isComplete: false };
      await invoices.updateOne(open, { $set: { content, isComplete: true } }, inSession);
    },

    /** The oldest invoices without content. */
    listIncomplete: async (limit: number): Promise<Invoice[]> => {
      const query = invoices.find({ isComplete: false }).sort({ issuedAt: 1 }).limit(limit);
      return (await query.toArray()).map(invoiceOf);
    },
  };
};

const creditNoteStore = ({ creditNotes, invoiceCounters }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /**
     * Issues the credit note on a payout's invoice within the transaction that ends the reversal, so that numbers have
     * no gaps. @returns its number in the affiliate's series, from 1
     */
    issueCreditNote: async (
      payoutId: string,
      affiliateId: string,
      issuedAt: Date,
    ): Promise<number> => {
      const counter = await invoiceCounters.findOneAndUpdate(
        { _id: affiliateId },
        { $inc: { lastCreditNote: 1 } },
        { ...inSession, upsert: true, returnDocument: 'after' },
      );
      const number = counter?.lastCreditNote ?? 1;
      await creditNotes.insertOne({ _id: payoutId, affiliateId, number, issuedAt }, inSession);
      return number;
    },

    /** @throws not_found */
    getCreditNote: async (payoutId: string): Promise<CreditNote> => {
      const doc = await creditNotes.findOne({ _id: payoutId }, inSession);
      if (doc === null) throw notFound('not_found', { message: 'There is no such credit note' });
      const { _id, ...note } = doc;
      return { payoutId: _id, ...note };
    },
  };
};

/** Copies of the facts that invoices need. */
const factStore = ({ commissionLines, parties }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** The known commissions of these, by id. */
    linesOf: async (ids: readonly string[]): Promise<Map<string, CommissionLineDocument>> => {
      const docs = await commissionLines.find({ _id: { $in: [...ids] } }).toArray();
      return new Map(docs.map((doc) => [doc._id, doc]));
    },

    /** Saves the facts of new commissions; they never change. */
    saveCommissionLines: async (lines: readonly CommissionLineDocument[]): Promise<void> => {
      if (lines.length === 0) return;
      await commissionLines.bulkWrite(
        lines.map(({ _id, ...line }) => ({
          updateOne: { filter: { _id }, update: { $setOnInsert: line }, upsert: true },
        })),
        { ...inSession, ordered: false },
      );
    },

    partyOf: async (userId: string): Promise<PartyDocument | undefined> =>
      (await parties.findOne({ _id: userId }, inSession)) ?? undefined,

    /** Saves a user's details unless newer ones are saved. */
    saveParty: async ({ _id, ...party }: PartyDocument): Promise<void> => {
      const known = await parties.findOne({ _id }, inSession);
      if (known !== null && known.changedAt > party.changedAt) return;
      await parties.replaceOne({ _id }, party, { ...inSession, upsert: true });
    },
  };
};

/** Invoices, credit notes, and copies of the facts that they need. */
export const invoiceStore = (collections: Collections, session?: Session) => ({
  ...documentStore(collections, session),
  ...creditNoteStore(collections, session),
  ...factStore(collections, session),
});
