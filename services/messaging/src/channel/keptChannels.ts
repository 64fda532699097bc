import { isDeepStrictEqual } from 'node:util'
import type { MessageType } from '../api.ts'
import type { Channel } from './channel.ts'

type Kept = { options: unknown; channel: Channel; users: number }

/** Gives a channel to work that needs one; see `keepChannels`. */
export type WithChannel = <T>(type: MessageType, work: (channel: Channel) => Promise<T>) => Promise<T>

/**
 * Keeps one open channel of each type for as long as what it is opened with stays the same. One that is replaced is closed
 * when the last work with it has ended.
 */
export function keepChannels<Options extends { [Type in MessageType]?: unknown }>(
  read: () => Promise<Options>,
  open: (type: MessageType, options: Options) => Channel,
) {
  const kept = new Map<MessageType, Kept>()
  const closeUnused = (type: MessageType, it: Kept) => {
    if (it.users === 0 && kept.get(type) !== it) it.channel.close()
  }
  const channelFor = (type: MessageType, options: Options): Kept => {
    const before = kept.get(type)
    if (before && isDeepStrictEqual(before.options, options[type])) return before
    const next = { options: options[type], channel: open(type, options), users: 0 }
    kept.set(type, next)
    if (before) closeUnused(type, before)
    return next
  }
  const withChannel: WithChannel = async (type, work) => {
    const it = channelFor(type, await read())
    it.users++
    try {
      return await work(it.channel)
    } finally {
      it.users--
      closeUnused(type, it)
    }
  }
  return {
    withChannel,
    close: () => {
      for (const { channel } of kept.values()) channel.close()
    },
  }
}
