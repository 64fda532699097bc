import * as z from 'zod/mini';
declare const Business: import("zod/v4/mini").ZodMiniObject<{
    product: import("zod/v4/mini").ZodMiniString<string>;
    name: import("zod/v4/mini").ZodMiniString<string>;
    tagline: import("zod/v4/mini").ZodMiniString<string>;
    phone: import("zod/v4/mini").ZodMiniString<string>;
    phoneHref: import("zod/v4/mini").ZodMiniString<string>;
    email: import("zod/v4/mini").ZodMiniString<string>;
    area: import("zod/v4/mini").ZodMiniString<string>;
}, import("zod/v4/core").$strip>;
export type Business = z.infer<typeof Business>;
declare const Remote: import("zod/v4/mini").ZodMiniObject<{
    name: import("zod/v4/mini").ZodMiniString<string>;
    title: import("zod/v4/mini").ZodMiniString<string>;
    contract: import("zod/v4/mini").ZodMiniInt;
    paths: import("zod/v4/mini").ZodMiniArray<import("zod/v4/mini").ZodMiniString<string>>;
    nav: import("zod/v4/mini").ZodMiniArray<import("zod/v4/mini").ZodMiniObject<{
        label: import("zod/v4/mini").ZodMiniString<string>;
        to: import("zod/v4/mini").ZodMiniString<string>;
        icon: import("zod/v4/mini").ZodMiniString<string>;
        order: import("zod/v4/mini").ZodMiniNumber<number>;
        match: import("zod/v4/mini").ZodMiniArray<import("zod/v4/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>>;
    widgets: import("zod/v4/mini").ZodMiniArray<import("zod/v4/mini").ZodMiniString<string>>;
    release: import("zod/v4/mini").ZodMiniNullable<import("zod/v4/mini").ZodMiniObject<{
        build: import("zod/v4/mini").ZodMiniString<string>;
        entry: import("zod/v4/mini").ZodMiniString<string>;
        integrity: import("zod/v4/mini").ZodMiniRecord<import("zod/v4/mini").ZodMiniString<string>, import("zod/v4/mini").ZodMiniString<string>>;
        preload: import("zod/v4/mini").ZodMiniArray<import("zod/v4/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>>;
}, import("zod/v4/core").$strip>;
export type Remote = z.infer<typeof Remote>;
export declare const readBusiness: () => Business;
export declare const readRemotes: () => Remote[];
export {};
