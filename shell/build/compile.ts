import { type Configuration, rspack, type StatsCompilation } from '@rspack/core'

/** Runs one compiler to its end and answers what it made. Throws what it found wrong. */
export async function compile(configuration: Configuration): Promise<StatsCompilation> {
  const compiler = rspack(configuration)
  try {
    return await new Promise((resolve, reject) => {
      compiler.run((error, stats) => {
        if (error) return reject(error)
        if (!stats || stats.hasErrors())
          return reject(new Error(stats?.toString('errors-only') ?? 'no statistics'))
        resolve(stats.toJson({ all: false, entrypoints: true }))
      })
    })
  } finally {
    await new Promise((resolve) => compiler.close(resolve))
  }
}
