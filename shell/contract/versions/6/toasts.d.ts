export type Toast = {
    id: number;
    title: string;
    description?: string;
    tone: 'default' | 'destructive';
    open: boolean;
    action?: {
        label: string;
        onSelect: () => void;
    };
    secondAction?: {
        label: string;
        onSelect: () => void;
    };
};
export declare const toastsAtom: import("jotai").PrimitiveAtom<readonly Toast[]> & {
    init: readonly Toast[];
};
export declare function toast({ title, description, tone, action, secondAction, }: Pick<Toast, 'title' | 'description' | 'action' | 'secondAction'> & {
    tone?: Toast['tone'];
}): number;
export declare function dismissToast(id: number): void;
