import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { isatty } from 'node:tty'

// A terminal sends these to the whole foreground group, so the child has them already.
const fromTerminal = new Set(['SIGINT', 'SIGHUP'])
const onTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor))

// npm's own shell dies of a signal that npm passes on, without telling us.
const parent = process.ppid
const isUnderNpm = Boolean(process.env.npm_lifecycle_event)

/** Runs a program to its end, outlives it whatever signal arrives, and returns its exit code and output. */
export function runChild(program, args, options) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, options)
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
    let interrupted = false
    const lastSent = {}
    const forward = (signal) => {
      interrupted = true
      // npm passes on what the terminal or a supervisor has sent to everyone already.
      const repeated = Date.now() - (lastSent[signal] ?? 0) < 1000
      lastSent[signal] = Date.now()
      if (!repeated && !(onTerminal && fromTerminal.has(signal))) child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    const orphaned = setInterval(() => {
      if (isUnderNpm && !interrupted && process.ppid !== parent) forward('SIGTERM')
    }, 250)
    const release = () => {
      clearInterval(orphaned)
      for (const signal of signals) process.off(signal, forward)
    }
    child.once('error', (error) => {
      release()
      fail(error)
    })
    child.once('close', (code, signal) => {
      release()
      const exitCode = code ?? 128 + (constants.signals[signal] ?? 0)
      done({ exitCode, interrupted, output: Buffer.concat(output).toString('utf8') })
    })
  })
}
