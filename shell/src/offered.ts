import type { Remote } from '@plumbline/contract'
import { dashboardNeeds } from './navigation.ts'
import type { Site } from './site.ts'

const pathOf = (address: string) => address.split('?')[0]?.replace(/:\w+/g, ':')

/**
 * What remotes declare, with no more than the rights of a member allow: an entry needs what it says, or what its page needs.
 * Who may not see the dashboard begins at the `home` of a remote.
 */
export function offeredTo(remotes: readonly Remote[], may: Site['may']): Remote[] {
  return remotes.map((remote) => {
    const { needs = {}, nav, home, widgets, create = [], commands = [], records = [] } = remote
    const isAllowed = ({ to, needs: own }: Remote['nav'][number] | (typeof commands)[number]) => {
      const page = Object.keys(needs).find((path) => pathOf(path) === pathOf(to))
      return [own, page && needs[page]].every((right) => !right || may(right))
    }
    return {
      ...remote,
      nav: [...(home && !may(dashboardNeeds) ? [home] : []), ...nav].filter(isAllowed),
      widgets: widgets.filter((name) => !needs[name] || may(needs[name])),
      create: create.filter(isAllowed),
      commands: commands.filter(isAllowed),
      records: records.filter(isAllowed),
    }
  })
}
