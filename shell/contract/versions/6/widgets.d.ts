import { type ComponentType, type ReactNode } from 'react';
export type Lender = {
    title: string;
    load: () => Promise<ComponentType<never>>;
};
export declare const LendingContext: import("react").Context<(remote: string, name: string) => Lender | null>;
type WidgetProps<Props> = {
    remote: string;
    name: string;
    props?: Props;
    otherwise?: ReactNode;
    height?: number;
    onShown?: () => void;
};
export declare function Widget<Props extends object>({ remote, name, props, otherwise, height, onShown, }: WidgetProps<Props>): string | number | bigint | boolean | import("@emotion/react/jsx-runtime").JSX.Element | Iterable<ReactNode> | Promise<string | number | bigint | boolean | Iterable<ReactNode> | import("react").ReactElement<unknown, string | import("react").JSXElementConstructor<any>> | import("react").ReactPortal | null | undefined> | null;
export {};
