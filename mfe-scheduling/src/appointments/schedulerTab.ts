const tabKey = 'plumbline:scheduler'

export type SchedulerTab = 'list' | 'calendar'

/** The tab of an address, by default the one that was chosen last. */
export const schedulerTab = (view: string | null): SchedulerTab =>
  (view ?? localStorage.getItem(tabKey)) === 'calendar' ? 'calendar' : 'list'

export const rememberTab = (tab: string): void => localStorage.setItem(tabKey, tab)
