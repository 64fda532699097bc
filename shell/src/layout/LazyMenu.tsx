import { type ComponentType, cloneElement, type ReactElement, useState } from 'react'
import { loadPalette } from '../palette/openPalette.ts'

type Trigger = ReactElement<{ 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean; onClick?: () => void }>

/** The button of a menu whose code loads when it is pressed for the first time. */
export function LazyMenu({ name, trigger }: { name: 'CreateMenu' | 'AccountMenu'; trigger: Trigger }) {
  const [Menu, setMenu] = useState<ComponentType<{ trigger: Trigger }>>()
  if (Menu) return <Menu trigger={trigger} />
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: async () => {
      const loaded = await loadPalette()
      if (loaded) setMenu(() => loaded[name])
    },
  })
}
