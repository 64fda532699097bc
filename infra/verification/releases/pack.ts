import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { readCommandLine, refuse } from '../../tooling/launch/commandLine.ts'

// `node infra/verification/releases/pack.ts <data folder> <version>`: keeps the data folder of a product that was stopped, as
// that version left it, for the test that starts it with every later one. The password of its owner is `correct horse`.
const { positionals } = readCommandLine('pack.ts <data folder> <version>', {})
const [folder, version] = positionals
if (!folder || !version) refuse('Name a data folder and a version.')
const options = [
  '--owner=0',
  '--group=0',
  '--sort=name',
  '--exclude=postgres.log',
  '--exclude=plumbline.lock',
]
const archive = execFileSync('tar', ['c', '-C', folder, ...options, '.'], { maxBuffer: 1024 ** 3 })
const packed = zstdCompressSync(archive, {
  params: {
    [constants.ZSTD_c_compressionLevel]: 22,
    // four databases of one cluster are nearly the same
    [constants.ZSTD_c_windowLog]: 26,
  },
})
writeFileSync(join(import.meta.dirname, `${version}.tar.zst`), packed)
console.log(`${version}: ${packed.length} bytes`)
