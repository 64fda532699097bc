export type Filter = {
    search: string;
    status: string;
};
export declare function useFilter(): [Filter, (change: Partial<Filter>) => void];
export type ParamChange = {
    replace?: boolean;
};
export declare function useParam(name: string): [string | null, (value: string | null, change?: ParamChange) => void];
