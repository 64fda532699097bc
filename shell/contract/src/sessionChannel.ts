/** Messages between the windows of this browser about the session they share. */
export type SessionNews = 'signed-in' | 'signed-out' | 'ended'

let opened: BroadcastChannel | undefined

// one for both directions: a window does not receive what it sent over the same channel
function channel(): BroadcastChannel {
  opened ??= new BroadcastChannel('plumbline-session')
  return opened
}

export const announceSession = (news: SessionNews): void => channel().postMessage(news)

export function onSessionNews(listener: (news: SessionNews) => void): void {
  channel().onmessage = ({ data }) => listener(data as SessionNews)
}
