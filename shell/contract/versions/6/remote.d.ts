import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { Business } from './boot.js';
export type RemoteContext = {
    queryClient: QueryClient;
    business: Business;
};
export type RoutesModule = {
    createRoutes: (context: RemoteContext) => RouteObject[];
};
export type WidgetsModule = Record<string, ComponentType<never>>;
export declare const contractVersion: number;
export declare const oldestContract: number;
