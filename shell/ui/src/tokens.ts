/** Colours of both themes, by role. Every pair that text uses is held to 4.5:1 by a test. */
export const light = {
  paper: '#FAF8F4',
  surface: '#FFFFFF',
  sunken: '#F3EFE8',
  ink: '#1D2733',
  muted: '#5B6572',
  line: '#E4DFD6',
  control: '#8C8577',
  accent: '#B94E16',
  accentStrong: '#9A3F10',
  accentTint: '#FDF3EC',
  onAccent: '#FFFFFF',
  green: '#2F7A4F',
  greenTint: '#E9F4ED',
  amber: '#8A5C00',
  amberTint: '#FBF2DC',
  red: '#B3261E',
  redTint: '#FBEAE9',
  blue: '#2B63A3',
  blueTint: '#E8F0F9',
  onRed: '#FFFFFF',
  overlay: '#1D273373',
  shade: '#1D273324',
}

export const dark: typeof light = {
  paper: '#14191F',
  surface: '#1B222A',
  sunken: '#10151A',
  ink: '#F0ECE4',
  muted: '#A3ADB8',
  line: '#2E3843',
  control: '#76818C',
  accent: '#F08A4B',
  accentStrong: '#F6A26D',
  accentTint: '#33241B',
  onAccent: '#1B1108',
  green: '#7CC79A',
  greenTint: '#1B2E24',
  amber: '#E0B354',
  amberTint: '#322916',
  red: '#F28B82',
  redTint: '#3A2120',
  blue: '#8DB8E8',
  blueTint: '#1C2B3B',
  onRed: '#2A0B09',
  overlay: '#06090CA6',
  shade: '#00000073',
}

export type ColorName = keyof typeof light

/** `color.ink` is `var(--ink)`: components name roles, the theme decides. */
export const color = Object.fromEntries(Object.keys(light).map((name) => [name, `var(--${name})`])) as Record<
  ColorName,
  string
>

/** 4 px grid. */
export const space = (steps: number) => `${steps * 4}px`
export const radius = { control: '6px', surface: '10px', pill: '999px' }
export const text = { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px', xxl: '24px', xxxl: '32px' }
/** Only for what floats. */
export const shadow = { float: `0 1px 2px ${color.shade}, 0 8px 24px ${color.shade}` }
export const motion = '150ms cubic-bezier(0.2, 0, 0, 1)'
export const motionMs = 150
/** What lies over what; menus, lists and tooltips are in the browser's top layer, above all of these. */
export const layer = { sticky: 10, header: 40, modal: 50, toast: 60 }
/** A phone, held upright or sideways. */
export const phone = '@media (max-width: 767px), (max-height: 480px) and (max-width: 1023px)'
/** A tablet, or half of a screen: the navigation is a narrow column of icons with their words below. */
export const narrow = '@media (min-width: 768px) and (max-width: 1100px) and (min-height: 481px)'
export const font = "'Figtree Variable', 'Figtree Fallback', system-ui, sans-serif"
