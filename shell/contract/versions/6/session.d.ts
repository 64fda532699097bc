import * as gateway from '@plumbline/gateway/api';
import { type QueryClient } from '@tanstack/react-query';
export type User = gateway.User;
export declare const sessionQuery: () => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<{
    id: number;
    username: string;
    email: string;
    role: string;
} | null, Error, {
    id: number;
    username: string;
    email: string;
    role: string;
} | null, readonly ["session"]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<{
        id: number;
        username: string;
        email: string;
        role: string;
    } | null, readonly ["session"], never> | undefined;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly ["session"], {
    id: number;
    username: string;
    email: string;
    role: string;
} | null, Error>;
export declare const useSession: () => import("@tanstack/react-query").UseQueryResult<{
    id: number;
    username: string;
    email: string;
    role: string;
} | null, Error>;
export declare function signIn(credentials: gateway.SignIn): Promise<User>;
export declare function signOut(): Promise<undefined>;
export declare const sessionEndAtom: import("jotai").PrimitiveAtom<"expired" | "signed-out"> & {
    init: "expired" | "signed-out";
};
export declare function followOtherWindows(queryClient: QueryClient): void;
