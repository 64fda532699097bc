import { css } from '@emotion/react'
import type { AppointmentStatus } from '@plumbline/scheduling/api'
import { color } from '@plumbline/ui'

const bar = '3px'
const along = (paint: string) => css`
  background: ${paint} left / ${bar} 100% no-repeat;
`
const on = (tone: 'blue' | 'amber' | 'green') => css`
  background-color: ${color[`${tone}Tint`]};
  box-shadow: inset 0 0 0 1px color-mix(in srgb, ${color[tone]} 28%, transparent);
  b svg:first-of-type { color: ${color[tone]}; }
`

/** A tint and a bar on the left; its shape says the status too: full, striped, thin, dashed. */
export const toned: Record<AppointmentStatus, ReturnType<typeof css>> = {
  scheduled: css`
    ${along(`linear-gradient(${color.blue}, ${color.blue})`)}
    ${on('blue')}
  `,
  in_progress: css`
    ${along(`repeating-linear-gradient(${color.amber} 0 5px, transparent 5px 8px)`)}
    ${on('amber')}
  `,
  completed: on('green'),
  cancelled: css`
    border: 1px dashed ${color.control};
    background-color: ${color.paper};
    color: ${color.muted};
  `,
}
