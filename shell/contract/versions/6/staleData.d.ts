export declare const stalePathsAtom: import("jotai").PrimitiveAtom<ReadonlyMap<string, number>> & {
    init: ReadonlyMap<string, number>;
};
export declare function noteFreshness(path: string, answer: Pick<Response, 'headers'>): void;
export declare function forgetStalePaths(readBefore: number): void;
