import * as z from 'zod'

/** `mfe.json`: what a remote claims. */
export const Manifest = z.object({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: z.string(),
  contract: z.number().int(),
  paths: z.array(z.string().startsWith('/')),
  nav: z.array(
    z.object({
      label: z.string(),
      to: z.string(),
      icon: z.string(),
      order: z.number(),
      match: z.array(z.string()),
    }),
  ),
  widgets: z.array(z.string()),
})

/** `release.json`: what a build consists of. */
export const Release = z.object({
  build: z.string().regex(/^[\w.-]+$/),
  entry: z.string(),
  integrity: z.record(z.string(), z.string()),
  preload: z.array(z.string()).default([]),
})
