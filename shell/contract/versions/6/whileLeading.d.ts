export declare function whileLeading(name: string, work: (signal?: AbortSignal) => Promise<void>): void;
