type Question = {
    answer: (isConfirmed: boolean) => void;
};
export declare const passwordQuestionAtom: import("jotai").PrimitiveAtom<Question | null> & {
    init: Question | null;
};
export declare function askForPassword(): Promise<boolean>;
export {};
