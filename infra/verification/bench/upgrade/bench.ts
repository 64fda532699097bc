import { rollUpgrade } from '../../upgrade/rollingUpgrade.ts'
import type { Bench } from '../bench.ts'
import { withPostgres } from '../store.ts'

/**
 * A release that raises read models takes over under load. Options: topology, rows of every kind, seconds of each phase.
 */
export const bench: Bench = ({ figures, option, topology }) =>
  withPostgres(
    async (databaseUrl) => {
      // ten events are stored for a record of every kind
      const [rows, seconds] = [option('rows', 20_000), option('seconds', 10)]
      // the processes of two releases, sixteen of them distributed, share the machine with the load
      const layout =
        topology === 'distributed'
          ? ({ topology, perSecond: 15 } as const)
          : ({ topology: 'together', perSecond: 60 } as const)
      const rolled = await rollUpgrade({ ...layout, databaseUrl, rows, seconds, lanes: 16 })
      const { p99, longest, changes } = rolled
      figures.atMost(
        'requests that failed, records lost and read models that differ',
        rolled.problems.length,
        0,
      )
      figures.atMost('p99 while the new versions are filled / before', p99.building / p99.before, 3)
      figures.atMost('p99 while two releases run / before', p99.mixed / p99.before, 3)
      figures.atMost(
        'longest request while filling, beyond the longest before, ms',
        Math.max(0, longest.building - longest.before),
        20,
      )
      figures.atLeast('changes a second with two releases / with one', changes.mixed / changes.alone, 0.6)
      figures.atMost('release before started again and current, ms', rolled.rollbackMs, 15_000)
      return rolled
    },
    { max_connections: '400' },
  )
