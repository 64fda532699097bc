import { existsSync } from 'node:fs'
import { get, type RequestOptions } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Throws when no engine answers. Asked first, because loading testcontainers takes longer than the answer. */
export async function requireDocker(): Promise<void> {
  const { DOCKER_HOST: host } = process.env
  // A TLS engine wants certificates: testcontainers knows where they are.
  if (host?.startsWith('tcp:') && process.env.DOCKER_TLS_VERIFY) return
  const endpoint = host ? fromHost(host) : localSocket()
  if (endpoint === undefined) throw new Error('no Docker engine (no socket, and DOCKER_HOST is not set)')
  await ping(endpoint)
}

function fromHost(host: string): RequestOptions {
  const url = new URL(host)
  if (url.protocol === 'unix:' || url.protocol === 'npipe:') return { socketPath: url.pathname }
  return { host: url.hostname, port: url.port || 2375 }
}

function localSocket(): RequestOptions | undefined {
  if (process.platform === 'win32') return { socketPath: '//./pipe/docker_engine' }
  const runtime = process.env.XDG_RUNTIME_DIR
  const sockets = [
    '/var/run/docker.sock',
    join(homedir(), '.docker', 'run', 'docker.sock'),
    join(homedir(), '.docker', 'desktop', 'docker.sock'),
    ...(runtime ? [join(runtime, 'docker.sock')] : []),
  ]
  const socketPath = sockets.find((path) => existsSync(path))
  return socketPath === undefined ? undefined : { socketPath }
}

function ping(endpoint: RequestOptions): Promise<void> {
  return new Promise((done, fail) => {
    const request = get({ ...endpoint, path: '/_ping', timeout: 2_000 }, (response) => {
      response.resume()
      if (response.statusCode === 200) done()
      else fail(new Error(`the Docker engine answers ${response.statusCode}`))
    })
    request.once('timeout', () => request.destroy(new Error('the Docker engine does not answer')))
    request.once('error', fail)
  })
}
