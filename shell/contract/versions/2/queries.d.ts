import { QueryClient } from '@tanstack/react-query';
export declare const sessionKey: readonly ['session'];
export declare const createQueryClient: () => QueryClient;
