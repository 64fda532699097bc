export { dayInNewYork, dayLater, readTime } from '@plumbline/platform/time';
export declare const formatDay: (text: string) => string;
export declare const formatLongDay: (text: string) => string;
export declare const formatTime: (text: string) => string;
export declare const formatDateTime: (text: string) => string;
export declare const formatYear: (text: string) => string;
export declare function age(since: string, now: Date): string;
export declare const formatMoney: (amount: string | null) => string;
