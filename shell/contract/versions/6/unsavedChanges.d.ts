export declare function trackUnsavedChanges(): () => void;
export declare function discardUnsavedChanges(): void;
export declare const confirmDiscard: () => Promise<boolean>;
export declare function confirmLeave(): Promise<boolean>;
export declare function UnsavedChangesGuard(): null;
