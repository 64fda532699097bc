import { QueryClient } from '@tanstack/react-query';
export declare const sessionKey: readonly ['session'];
export declare function endSession(client: QueryClient): void;
export declare const createQueryClient: () => QueryClient;
