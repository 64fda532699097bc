import { type ComponentType, cloneElement, type ReactElement, Suspense, useState } from 'react'

type Trigger = ReactElement<{ 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean; onClick?: () => void }>
type LazyMenuProps = { trigger: Trigger; Menu: ComponentType<{ trigger: Trigger }> }

/** The button of a menu whose code loads when it is pressed for the first time. */
export function LazyMenu({ trigger, Menu }: LazyMenuProps) {
  const [isWanted, setWanted] = useState(false)
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setWanted(true),
  })
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <Menu trigger={trigger} />
    </Suspense>
  )
}
