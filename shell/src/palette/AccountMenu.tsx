import { Menu } from '@plumbline/ui'
import { CircleUserRound, Settings } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router-dom'

type AccountMenuProps = { trigger: ComponentProps<typeof Menu>['trigger'] }

/** Behind the username: what belongs to the person who is signed in, and the settings of the business. */
export function AccountMenu({ trigger }: AccountMenuProps) {
  const navigate = useNavigate()
  const items = [
    { label: 'Account', icon: CircleUserRound, onSelect: () => void navigate('/account') },
    { label: 'Settings', icon: Settings, onSelect: () => void navigate('/settings/business') },
  ]
  return <Menu label="Your account" trigger={trigger} items={items} defaultOpen />
}
