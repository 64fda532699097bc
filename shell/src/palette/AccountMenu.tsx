import { useRights } from '@plumbline/contract/rights'
import { Menu } from '@plumbline/ui'
import { BookOpen, CircleUserRound, Monitor, Moon, Settings, Sun, Users } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { startWithEmptyBook, useDemonstration } from '../demonstration/demonstration.ts'
import { chooseTheme, chosenTheme, themes } from '../theme.ts'

const themeIcons = { system: Monitor, light: Sun, dark: Moon }

type AccountMenuProps = { trigger: ComponentProps<typeof Menu>['trigger'] }

/** Behind the username: what belongs to the person who is signed in, the settings of the business, and the theme. */
export function AccountMenu({ trigger }: AccountMenuProps) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(chosenTheme)
  const { isRemovable } = useDemonstration()
  const { may } = useRights()
  const items = [
    { label: 'Account', icon: CircleUserRound, onSelect: () => void navigate('/account') },
    ...(may('settings')
      ? [{ label: 'Settings', icon: Settings, onSelect: () => void navigate('/settings/business') }]
      : []),
    ...(may('team') || may('schedule.all.edit')
      ? [{ label: 'Team', icon: Users, onSelect: () => void navigate('/settings/team') }]
      : []),
    ...(isRemovable
      ? [{ label: 'Start with an empty book', icon: BookOpen, onSelect: startWithEmptyBook }]
      : []),
    'line' as const,
    ...themes.map(({ theme, label }) => ({
      ...{ label, icon: themeIcons[theme], checked: theme === chosen },
      onSelect: () => {
        chooseTheme(theme)
        setChosen(theme)
      },
    })),
  ]
  return <Menu label="Your account" trigger={trigger} items={items} defaultOpen />
}
