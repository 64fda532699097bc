import { type Money } from '@plumbline/platform/money';
export { centsOf, type Money, moneyText } from '@plumbline/platform/money';
export declare const formatMoney: (amount: Money | undefined) => string;
export declare const parseMoney: (typed: string) => Money | null;
export declare function formatTyped(typed: string): string;
export declare const sumOf: (amounts: readonly Money[]) => Money;
