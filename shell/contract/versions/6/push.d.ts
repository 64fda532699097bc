import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
declare module '@tanstack/react-query' {
    interface Register {
        queryMeta: {
            changedBy?: readonly string[];
        };
    }
}
declare const Message: import("zod/v4/mini").ZodMiniObject<{
    changed: import("zod/v4/mini").ZodMiniUnion<readonly [import("zod/v4/mini").ZodMiniLiteral<"everything">, import("zod/v4/mini").ZodMiniRecord<import("zod/v4/mini").ZodMiniString<string>, import("zod/v4/mini").ZodMiniArray<import("zod/v4/mini").ZodMiniString<string>>>]>;
}, import("zod/v4/core").$strip>;
type ChangedRecords = z.infer<typeof Message>['changed'];
export declare function invalidateChanged(queryClient: QueryClient, changed: ChangedRecords): void;
export declare function startPush(queryClient: QueryClient): void;
export {};
