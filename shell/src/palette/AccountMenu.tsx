import { Menu } from '@plumbline/ui'
import { CircleUserRound } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router-dom'

type AccountMenuProps = { trigger: ComponentProps<typeof Menu>['trigger'] }

/** Behind the username: what belongs to the person who is signed in. */
export function AccountMenu({ trigger }: AccountMenuProps) {
  const navigate = useNavigate()
  const items = [{ label: 'Account', icon: CircleUserRound, onSelect: () => void navigate('/account') }]
  return <Menu label="Your account" trigger={trigger} items={items} defaultOpen />
}
