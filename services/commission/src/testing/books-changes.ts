import { affiliates, checkStep, type DrivenBooks, type Model, requireSame } from './books-model.ts';
import { type Manner, Step } from './books-step.ts';

/** Switches the credit of an order. */
export class Recredit extends Step {
  private readonly change: { id: string; weights: readonly number[] };

  constructor(manner: Manner, change: Recredit['change']) {
    super(manner);
    this.change = change;
  }

  override check = ({ orders }: Readonly<Model>): boolean => orders.has(this.change.id);

  override async run(model: Model, books: DrivenBooks): Promise<void> {
    const { id, weights } = this.change;
    const inForce = model.changes.get(id) ?? [];
    model.adjustments += 1;
    const changeId = `change-${String(model.adjustments)}`;
    const shares = affiliates.map((affiliateId, index) => ({
      affiliateId,
      clickId: null,
      linkId: null,
      weight: weights[index] ?? 0,
      valueMinor: 0,
    }));
    await this.perform(books, () => books.recredit(id, changeId, shares));
    model.changes.set(id, [...inForce, changeId]);
    await checkStep(model, books);
  }

  override toString = (): string => `Recredit(${JSON.stringify(this.change)}, ${this.manner})`;
}

/** Takes the latest switch of an order back. */
export class Undo extends Step {
  private readonly id: string;

  constructor(manner: Manner, id: string) {
    super(manner);
    this.id = id;
  }

  override check = ({ changes }: Readonly<Model>): boolean =>
    (changes.get(this.id) ?? []).length > 0;

  override async run(model: Model, books: DrivenBooks): Promise<void> {
    const inForce = model.changes.get(this.id) ?? [];
    const changeId = inForce.at(-1) ?? '';
    const refusal = await this.perform(books, () => books.undo(this.id, changeId));
    requireSame('undo', refusal, undefined);
    model.changes.set(this.id, inForce.slice(0, -1));
    await checkStep(model, books);
  }

  override toString = (): string => `Undo(${this.id}, ${this.manner})`;
}
