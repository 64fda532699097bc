// Any Node can read this file; what needs a newer one is only loaded after the check.
const [major] = process.versions.node.split('.')
if (Number(major) < 20) {
  console.error(`Plumbline needs Node 20 or newer to start; this is Node ${process.versions.node}.`)
  process.exitCode = 1
} else {
  import('./launch/run.mjs').then(({ run }) => run(process.argv.slice(2)))
}
