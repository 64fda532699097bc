import { css } from '@emotion/react'
import type { AppointmentStatus } from '@plumbline/scheduling/api'
import { color } from '@plumbline/ui'

const leftBar = (paint: string) => css`
  background: ${paint} left / 3px 100% no-repeat;
`
const tint = (tone: 'blue' | 'amber' | 'green') => css`
  background-color: ${color[`${tone}Tint`]};
  box-shadow: inset 0 0 0 1px color-mix(in srgb, ${color[tone]} 28%, transparent);
  [data-status-icon] { color: ${color[tone]}; }
`

/** A tint and a bar on the left, whose shape shows the status without colour: full, striped, none, dashed frame. */
export const statusStyles: Record<AppointmentStatus, ReturnType<typeof css>> = {
  scheduled: css`
    ${leftBar(`linear-gradient(${color.blue}, ${color.blue})`)}
    ${tint('blue')}
  `,
  in_progress: css`
    ${leftBar(`repeating-linear-gradient(${color.amber} 0 5px, transparent 5px 8px)`)}
    ${tint('amber')}
  `,
  completed: tint('green'),
  cancelled: css`
    border: 1px dashed ${color.control};
    background-color: ${color.paper};
    color: ${color.muted};
  `,
}
