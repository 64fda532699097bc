export declare function leadByLease(name: string, work: (signal: AbortSignal) => Promise<void>): void;
