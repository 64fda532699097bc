/** What is filled in for each element of a list. */
export type Item = { readonly [Field in string]: string | readonly Item[] }

export type Filling = {
  /** Text that is escaped for its place, by group and name. */
  groups: Readonly<Record<string, (name: string) => string | undefined>>
  lists?: Readonly<Record<string, readonly Item[]>>
  /** Whether something is said of it. */
  isSaid?: (name: string) => boolean
  escapeText: (text: string) => string
}

const token = /\{\{(where|each)\.(\w+)(,?)\}\}(.*?)\{\{end\.\2\}\}|\{\{(\w+)\.([\w-]+)\}\}/gs

/**
 * Fills a template. `{{group.name}}` is replaced, `{{where.name}}…{{end.name}}` stays where something is said of it, and
 * `{{each.list}}…{{end.list}}` is repeated, with `{{list.field}}` in it; `{{each.list,}}` puts commas between. What is filled in
 * is not read again.
 */
export const fillTemplate = (template: string, filling: Filling): string =>
  template.replace(token, (whole, kind, name, separator, content, group, field) => {
    if (kind === 'where') return filling.isSaid?.(name) ? fillTemplate(content, filling) : ''
    if (kind === 'each')
      return (filling.lists?.[name] ?? [])
        .map((item) => fillTemplate(content, withItem(filling, name, item)))
        .join(separator)
    return filling.groups[group]?.(field) ?? whole
  })

function withItem(filling: Filling, list: string, item: Item): Filling {
  const textOf = (name: string) => {
    const value = item[name]
    return typeof value === 'string' ? filling.escapeText(value) : undefined
  }
  const lists = Object.entries(item).filter(([, value]) => typeof value !== 'string')
  return {
    ...filling,
    groups: { ...filling.groups, [list]: textOf },
    lists: { ...filling.lists, ...(Object.fromEntries(lists) as Record<string, readonly Item[]>) },
  }
}
