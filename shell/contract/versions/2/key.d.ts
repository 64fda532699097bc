export declare function newKey(): string;
export type ContentKey = {
    for: (content: unknown) => string;
    renew: () => void;
};
export declare function createContentKey(): ContentKey;
