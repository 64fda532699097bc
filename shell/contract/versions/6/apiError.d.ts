export declare class ApiError extends Error {
    name: string;
    readonly status: number;
    readonly fields: Record<string, string>;
    readonly code: string | undefined;
    constructor(status: number, body: string, statusText?: string, fields?: Record<string, string>, code?: string);
}
declare const noAnswer: {
    timeout: string;
    unreachable: string;
};
export declare class NoAnswerError extends Error {
    name: string;
    constructor(reason: keyof typeof noAnswer, options?: ErrorOptions);
}
export declare function toApiError(answer: Pick<Response, 'status' | 'statusText' | 'headers'>, body: string): ApiError;
export declare const orNull: <T>(answer: Promise<T>) => Promise<T | null>;
export {};
