export declare function telephoneLink(written: string): string;
