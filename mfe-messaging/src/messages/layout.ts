import { css } from '@emotion/react'
import { color, layer, phone, radius } from '@plumbline/ui'

/** Where the list and the conversation are not beside each other: the open one covers the list. */
export const listIsCovered = '@media (max-width: 900px), (max-height: 480px) and (max-width: 1023px)'

/** The list, the chosen conversation, and the customer's details where there is room. */
export const panesLayout = css`
  display: grid;
  grid-template-columns: minmax(260px, 340px) minmax(0, 1fr);
  height: max(420px, calc(100dvh - 250px - var(--banner, 0px)));
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  overflow: hidden;
  > section:first-of-type { border-right: 1px solid ${color.line}; }
  &[data-details] { grid-template-columns: minmax(240px, 30%) minmax(0, 1fr) 260px; }
  ${listIsCovered} {
    grid-template-columns: minmax(0, 1fr);
    /* the buttons are below the heading */
    height: max(420px, calc(100dvh - 302px - var(--banner, 0px)));
    > section:first-of-type { border-right: 0; }
    /* one at a time: the list, or the chosen conversation */
    &[data-open] > section:first-of-type, &:not([data-open]) > section:last-of-type { display: none; }
  }
  ${phone} {
    height: auto;
    /* in its place below the conversation, so that the page is where it was on the way back */
    &[data-open] > section:first-of-type { display: flex; visibility: hidden; }
    &[data-open] > section:last-of-type {
      position: fixed;
      z-index: ${layer.sticky};
      inset: 4rem 0 calc(61px + env(safe-area-inset-bottom));
      background: ${color.surface};
      /* held sideways, the header moves with the page, and the navigation is lower */
      @media (max-height: 480px) {
        z-index: ${layer.header};
        top: 0;
        bottom: calc(45px + env(safe-area-inset-bottom));
      }
    }
  }
`

/** What the conversation covers on a phone must not take the focus. */
export const pageLayout = css`
  ${phone} { &[data-open] > header button, &[data-open] [role='tablist'] { visibility: hidden; } }
`
