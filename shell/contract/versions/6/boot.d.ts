import type { PageBusiness, Remote } from '@plumbline/gateway/api';
export type { Remote } from '@plumbline/gateway/api';
export type Business = Omit<PageBusiness, 'founded' | 'rating' | 'customers' | 'url'>;
export declare const readBusiness: () => Business;
export declare const readRemotes: () => Remote[];
