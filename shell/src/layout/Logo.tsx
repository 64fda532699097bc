import { color } from '@plumbline/ui'

const { logo, logoWidth, logoHeight } = document.documentElement.dataset

/** The logo of the business, which the gateway wrote into the document, or the plumb bob. */
export const Logo = ({ size = 24 }: { size?: number }) =>
  logo ? (
    // a phone has little room for it
    <img src={logo} width={logoWidth} height={logoHeight} alt="" css={{ maxWidth: '18vw', height: 'auto' }} />
  ) : (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden css={{ flex: 'none' }}>
      <path d="M20 0v10" stroke={color.accent} strokeWidth={3} />
      <path d="M16 8h8v5h5v4H11v-4h5zM11 19h18c3 5 2 9 0 12l-9 9-9-9c-2-3-3-7 0-12z" fill={color.accent} />
    </svg>
  )
