import type { Published } from './registry.ts'

/** A build as it is published. */
export const built = (build: string, name = 'crm', paths = [`/${name}`]): Published => ({
  build,
  manifest: {
    name,
    title: name,
    contract: 2,
    paths,
    nav: [{ label: name, to: paths[0] as string, icon: 'users', order: 1, match: [] }],
    widgets: [],
  },
  release: { build, entry: 'mf-manifest.json', integrity: {}, preload: [] },
  at: '2026-11-22T12:00:00.000Z',
  by: 'ann',
})
