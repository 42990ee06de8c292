import { anEvidence, hindsight } from '../../testing/evidence.ts';
import { customerRefunds } from './customer-refunds.ts';
import { neighbourRefunds } from './neighbour-refunds.ts';

const neighbours = (orders: number, refunded: number) =>
  neighbourRefunds.evaluate(
    anEvidence({ hindsight: hindsight({ neighbours: { orders, refunded } }) }),
    neighbourRefunds.defaults.thresholds,
  ).value;

const customer = (orders: number, refunded: number) =>
  customerRefunds.evaluate(
    anEvidence({ hindsight: hindsight({ ofCustomer: { orders, refunded } }) }),
    customerRefunds.defaults.thresholds,
  ).value;

describe('neighbour_refunds', () => {
  it('is 0 for usual refunds among many, and for one among a family’s', () => {
    expect(neighbours(60, 7)).toBe(0);
    expect(neighbours(2, 1)).toBe(0);
  });

  it('is 1 where most were taken back', () => {
    expect(neighbours(8, 6)).toBe(1);
  });

  it('is not available at first, nor without neighbours', () => {
    expect(neighbours(0, 0)).toBeNull();
    const first = anEvidence();
    expect(neighbourRefunds.evaluate(first, neighbourRefunds.defaults.thresholds).value).toBeNull();
  });
});

describe('customer_refunds', () => {
  it('grows with what the customer sent back, where that is at least a half', () => {
    expect([customer(4, 0), customer(4, 2), customer(4, 3)]).toEqual([0, 2 / 3, 1]);
    expect(customer(7, 3)).toBe(0);
  });

  it('is not available at first, nor for a customer who ordered once', () => {
    expect(customer(0, 0)).toBeNull();
    const first = anEvidence();
    expect(customerRefunds.evaluate(first, customerRefunds.defaults.thresholds).value).toBeNull();
  });
});
