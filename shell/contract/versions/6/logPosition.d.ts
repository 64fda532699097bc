export declare const minPosition: () => string;
export declare function keepPosition(position: string | null): void;
