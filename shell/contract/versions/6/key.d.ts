export declare function newKey(): string;
