import type { Remote } from '@plumbline/contract'
import { Menu } from '@plumbline/ui'
import type { ComponentProps } from 'react'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router-dom'
import { withShortcuts } from '../navigation.ts'
import { useSite } from '../site.ts'
import {
  type Address,
  type Creation,
  creationsOf,
  fillAddress,
  idsAt,
  kindsIn,
  type RecordsInView,
} from './declarations.ts'
import { iconOf } from './icons.ts'
import { loadRecords, useRecords } from './records.ts'

const addressOf = ({ to, prefilled = to }: Creation, records: RecordsInView) =>
  fillAddress(prefilled, records) ?? to

/** Opens the creation whose letter follows `n`, for the record in view. */
export async function createByKey(
  letter: string,
  remotes: readonly Remote[],
  address: Address,
  navigate: NavigateFunction,
): Promise<void> {
  const creation = withShortcuts(creationsOf(remotes)).find(({ key }) => key === letter)
  if (creation) await navigate(addressOf(creation, await loadRecords(remotes, idsAt(remotes, address))))
}

type CreateMenuProps = { trigger: ComponentProps<typeof Menu>['trigger'] }

/** '+ New': everything that the remotes create, for the record in view. */
export function CreateMenu({ trigger }: CreateMenuProps) {
  const { remotes } = useSite()
  const address = useLocation()
  const navigate = useNavigate()
  const ids = idsAt(remotes, address)
  const records = useRecords(remotes, ids) ?? {}
  const items = creationsOf(remotes).map((creation) => {
    const [kind = ''] = kindsIn(creation.prefilled ?? '')
    const name = records[kind]?.name
    return {
      label: creation.label,
      icon: iconOf(creation.icon),
      detail: name && `for ${name}`,
      onSelect: () => void loadRecords(remotes, ids).then((loaded) => navigate(addressOf(creation, loaded))),
    }
  })
  return <Menu label="New" trigger={trigger} items={items} defaultOpen />
}
