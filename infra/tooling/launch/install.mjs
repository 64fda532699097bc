import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runChild } from './child.mjs'
import { agreesWithLockfile, fingerprint, readFingerprint, writeFingerprint } from './fingerprint.mjs'

/** Installs the packages unless the installed ones are those of the lockfile. */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return
  const release = await takeTurn(root)
  try {
    if (!isInstalled(root)) await install(root)
  } finally {
    release()
  }
}

function isInstalled(root) {
  const current = fingerprint(root)
  if (readFingerprint(root) === current) return true
  // Installed by hand, which leaves no stamp of ours.
  if (!agreesWithLockfile(root)) return false
  writeFingerprint(root, current)
  return true
}

async function install(root) {
  const begun = Date.now()
  const progress = showProgress('Installing packages')
  for (const isLast of [false, true]) {
    const { exitCode, interrupted, output } = await npmCi(root)
    if (exitCode === 0) {
      writeFingerprint(root, fingerprint(root))
      progress.end(`Installed packages in ${Math.round((Date.now() - begun) / 1000)} s`)
      return
    }
    if (interrupted) throw new Error('\nInterrupted while installing packages.')
    if (isLast) throw new Error(`\n${withoutNoise(output)}\nThe packages could not be installed (npm ci).`)
  }
}

function npmCi(root) {
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const { npm_execpath: npm = '', npm_node_execpath: node } = process.env
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }
  if (/npm-cli\.c?js$/.test(npm)) return runChild(node || process.execPath, [npm, ...flags], options)
  const shell = process.platform === 'win32'
  return runChild('npm', flags, { ...options, shell })
}

/** One line, rewritten on a terminal; on stderr, so that a command's own output stays clean. */
function showProgress(text) {
  const { stderr } = process
  const begun = Date.now()
  const draw = () => stderr.write(`\r${text} … ${Math.round((Date.now() - begun) / 1000)} s`)
  if (!stderr.isTTY) stderr.write(`${text} …\n`)
  const timer = stderr.isTTY ? setInterval(draw, 1000) : undefined
  timer?.unref()
  return {
    end(last) {
      clearInterval(timer)
      stderr.write(stderr.isTTY ? `\r\x1b[K${last}\n` : `${last}\n`)
    },
  }
}

function withoutNoise(output) {
  const isNoise = (line) => /EBADENGINE|npm warn/i.test(line)
  return output
    .split('\n')
    .filter((line) => !isNoise(line))
    .join('\n')
    .trim()
}

/** Outside the clone, because npm empties node_modules and a clone should stay clean. */
async function takeTurn(root) {
  const lock = join(
    tmpdir(),
    `plumbline-install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`,
  )
  for (let waited = false; ; waited = true) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      return () => rmSync(lock, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isAbandoned(lock)) rmSync(lock, { recursive: true, force: true })
    else if (!waited) console.error('Packages are being installed by another command; waiting for it.')
    await sleep(200)
  }
}

function isAbandoned(lock) {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    if (error.code === 'ESRCH') return true
    // No pid yet: just created, or its owner died in that moment.
    return (
      error.code === 'ENOENT' && Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 5000
    )
  }
}
