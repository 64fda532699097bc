import type { $ZodType, output } from 'zod/v4/core';
export type CallableEndpoint = {
    readonly method: string;
    readonly path: string;
    readonly body?: $ZodType;
    readonly response?: $ZodType;
};
type Answer<E extends CallableEndpoint> = E['response'] extends $ZodType ? output<E['response']> : undefined;
export type CallInput = {
    params?: Record<string, string | number>;
    query?: Record<string, string | undefined>;
    body?: unknown;
    idempotencyKey?: string;
    ifMatch?: string;
    signal?: AbortSignal;
};
export declare const call: <E extends CallableEndpoint>(endpoint: E, input?: CallInput) => Promise<Answer<E>>;
export declare const forgetAnswers: () => void;
export declare function callTagged<E extends CallableEndpoint>(endpoint: E, input?: CallInput): Promise<{
    value: Answer<E>;
    etag: string;
}>;
export declare function callWithHeaders<E extends CallableEndpoint>(endpoint: E, input?: CallInput): Promise<{
    value: Answer<E>;
    headers: Headers;
}>;
export {};
