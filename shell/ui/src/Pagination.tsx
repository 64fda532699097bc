import { css } from '@emotion/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { paginationRange } from './paginationRange.ts'
import { color, phone, space } from './tokens.ts'

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  color: ${color.muted};
  font-variant-numeric: tabular-nums;
  > div { display: flex; align-items: center; gap: ${space(1)}; }
  ${phone} { justify-content: center; text-align: center; }
`

const number = css`
  min-width: 36px;
  padding: 0 ${space(2)};
  font-weight: 500;
  &[aria-current] { background: ${color.accentTint}; color: ${color.accent}; font-weight: 600; }
  ${phone} { min-width: 40px; }
`

type PaginationProps = {
  page: number
  pages: number
  onChange: (page: number) => void
  /** What is seen now: `26–50 of 318 invoices`. */
  children?: ReactNode
}

/** The way through a long list, page by page; nothing but the count when there is one page. */
export const Pagination = ({ page, pages, onChange, children }: PaginationProps) => (
  <nav css={bar} aria-label="Pages">
    <span>{children}</span>
    {pages > 1 && (
      <div>
        <IconButton
          label="Previous page"
          icon={ChevronLeft}
          disabled={page <= 1}
          onClick={() => onChange(page - 1)}
        />
        {paginationRange(page, pages).map((shown, index) =>
          shown === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps are all alike
            <span key={`gap-${index}`}>…</span>
          ) : (
            <Button
              key={shown}
              tone="quiet"
              css={number}
              aria-label={`Page ${shown}`}
              aria-current={shown === page ? 'page' : undefined}
              onClick={() => onChange(shown)}
            >
              {shown}
            </Button>
          ),
        )}
        <IconButton
          label="Next page"
          icon={ChevronRight}
          disabled={page >= pages}
          onClick={() => onChange(page + 1)}
        />
      </div>
    )}
  </nav>
)
