import { Fragment, jsx, jsxs } from '@emotion/react/jsx-runtime'

/** What a build for development calls, made of what is shared: a second emotion would not get past the page's policy. */
export const jsxDEV = (type: never, props: never, key: never, isStatic: boolean) =>
  (isStatic ? jsxs : jsx)(type, props, key)
export { Fragment }
